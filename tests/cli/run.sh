#!/usr/bin/env bash
# Runs the tests of the command line on $BUILD/ssdetect and $BUILD/make-log: the cases of tests/cli/cases, the
# JSON of every scenario against the schema, and bad input. Ends with `N passed, N failed`.
#
# usage: tests/cli/run.sh [--refresh] [GROUP/NAME...]
# --refresh rewrites the .exact files of the cases; the diff is to be reviewed.
set -u
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
SHARED=$(cd "${SHARED:-../shared}" 2>/dev/null && pwd) || SHARED=
export BUILD SHARED
python=python3
$python -c 'import jsonschema' 2>/dev/null || python=/usr/bin/python3

if [ $# -gt 0 ]; then exec $python "$here/cases.py" "$@"; fi
passed=0 failed=0
for suite in cases sweep bad_input; do
  output=$($python "$here/$suite.py" 2>&1)
  status=$?
  counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' <<<"$output" | tail -n 1)
  read -r good bad <<<"${counts:-0 1}"
  if [ $status -ne 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  grep -vE '^[0-9]+ passed, [0-9]+ failed$' <<<"$output"
  echo "cli $suite: $good good, $bad bad"
  passed=$((passed + good)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
