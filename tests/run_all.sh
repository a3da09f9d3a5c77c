#!/usr/bin/env bash
# Runs every test suite on what is built in $BUILD; ends with `N passed, N failed` over all of them, and
# `, N skipped` where the machine lacks what a test needs. Each suite prints a line that ends in `N passed, N failed`; doctest's own summary is read, too.
set -u
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build} SHARED=${SHARED:-../shared}
passed=0 failed=0 skipped=0

suite() {  # NAME COMMAND...
  local name=$1 output status counts left_out
  shift
  printf '%-12s ' "$name"
  output=$("$@" 2>&1)
  status=$?
  counts=$(sed -n -e 's/^\[doctest\] test cases: *[0-9]* | *\([0-9]*\) passed | *\([0-9]*\) failed.*/\1 \2/p' \
                  -e 's/^\(.*: \)\{0,1\}\([0-9]*\) passed, \([0-9]*\) failed$/\2 \3/p' <<<"$output" | tail -n 1)
  read -r good bad <<<"${counts:-0 0}"
  if [ $status -ne 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  left_out=$(grep -E '(^|: )skipped[:,]' <<<"$output")
  printf '%s passed, %s failed\n' "$good" "$bad"
  if [ "$bad" != 0 ]; then printf '%s\n' "$output"; elif [ -n "$left_out" ]; then printf '%s\n' "$left_out"; fi
  passed=$((passed + good)) failed=$((failed + bad))
  [ -z "$left_out" ] || skipped=$((skipped + $(wc -l <<<"$left_out")))
}

suite unit "$BUILD/unit-tests"
suite cli env BUILD="$BUILD" SHARED="$SHARED" tests/cli/run.sh
suite golden python3 tests/cli/golden_runs.py "$BUILD/ssdetect" "$SHARED"
suite clients python3 tests/clients/recorded.py "$BUILD/ssdetect"
suite docs env BUILD="$BUILD" tests/docs/run.sh
[ $skipped = 0 ] && left_out= || left_out=", $skipped skipped"
echo "$passed passed, $failed failed$left_out"
[ "$failed" = 0 ]
