#!/bin/sh
# check_clients.sh [current|older|all] [OPTION of check.py]...: installs the clients, then compares. Skips where the
# registries cannot be reached. The last line is "N passed, N failed, N skipped".
set -u
here=$(dirname "$0")
when=${1:-current}
[ $# -eq 0 ] || shift
"$here/install.sh" "$when"
case $? in
    77) echo "0 passed, 0 failed" ;;
    *) exec python3 "$here/check.py" --build "$BUILD" --releases "$when" "$@" ;;
esac
