#!/usr/bin/env bash
# Keeps README, the manual pages and the completions true. Needs what $BUILD holds: ssdetect and make-log.
# `run.sh --refresh` writes the outputs of the examples anew; review the diff.
set -u
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")/../.."
BUILD=$(realpath "${BUILD:-build}")
made=$(realpath --relative-to=. "$BUILD")  # for make, which takes no blanks in names
passed=0 failed=0

check() {  # NAME COMMAND...: one test; its output is shown when it fails
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n%s\n' "$name" "$output"
  fi
}

counted() {  # COMMAND...: a suite that ends in `...: N passed, M failed`
  local output good bad
  output=$("$@" 2>&1)
  local status=$?
  read -r good bad < <(sed -n 's/^.*: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' <<<"$output" | tail -n 1)
  if [ $status -ne 0 ] && [ "${bad:-0}" = 0 ]; then bad=1; fi
  [ "${bad:-0}" = 0 ] || printf '%s\n' "$output"
  passed=$((passed + ${good:-0})) failed=$((failed + ${bad:-0}))
}

have() {
  command -v "$1" >/dev/null && return 0
  echo "skipped: $1 is not installed"
  return 1
}

completion_is_current() { diff "$1" <("$BUILD/ssdetect" --generate-completion "$2"); }

# What bash offers for the last word of a command line.
offered_by_bash() {
  bash -c '. completions/ssdetect.bash
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _ssdetect; printf "%s\n" "${COMPREPLY[@]}"' - "$@"
}
bash_offers() {  # WORDS-OFFERED WORD...: the words of a command line, the last to be completed
  local wanted=$1 offered
  shift
  offered=$(offered_by_bash ssdetect "$@" | tr '\n' '|')
  [ "$offered" = "$wanted|" ] || { echo "ssdetect $*: $offered, not $wanted"; return 1; }
}
bash_completes() { bash_offers reference --preset ref && bash_offers --verbose --verb; }
bash_completes_after_equals() {
  bash_offers 'json|jsonl' --output = j && bash_offers 'text|json|jsonl|tsv' --output =
}
bash_completes_lists() {
  bash_offers drift,anomaly --fail-on drift,an && bash_offers drift,short --fail-on = drift,sh &&
    bash_offers anomaly --fail-on an
}
bash_completes_files() {
  local folder status
  folder=$(mktemp -d)
  touch "$folder/a run" "$folder/a tokenizer"
  bash_offers "$folder/a run" "$folder/a r" && bash_offers "$folder/a tokenizer" --tokenizer "$folder/a t" &&
    bash_offers "$folder/a tokenizer" --tokenizer = "$folder/a t"
  status=$?
  rm -r "$folder"
  return $status
}

zsh_loads() {
  local cache status
  cache=$(mktemp -d)
  zsh -f -c "fpath=(\$PWD/completions \$fpath); autoload -Uz compinit; compinit -D -u -d $cache/dump
    [ \"\$_comps[ssdetect]\" = _ssdetect ] && autoload +X -Uz _ssdetect" 2>&1
  status=$?
  rm -r "$cache"
  return $status
}

fish_completes() {
  fish --no-config -c 'source completions/ssdetect.fish; complete -C "ssdetect --preset ref"' | grep -qw reference &&
    fish --no-config -c 'source completions/ssdetect.fish; complete -C "ssdetect --fail-on drift,an"' |
    grep -qw drift,anomaly
}

lints() { local output; output=$(mandoc -T lint -W warning "$1" 2>&1); [ -z "$output" ] || { echo "$output"; return 1; }; }

demo_is_the_pipeline() {
  make -n BUILD="$made" demo | grep -q 'make-log --scenario demo > ' && grep -q '^\$ build/make-log --scenario demo | build/ssdetect$' README.md
}

# make fails, and says how $wanted is installed.
make_names_packages() {  # MAKE-ARGUMENT...
  local empty output
  empty=$(mktemp -d)
  output=$(make -s BUILD="$empty/build" "$@" 2>&1)
  local status=$?
  rm -r "$empty"
  [ $status != 0 ] && grep -q "apt-get install .*$wanted" <<<"$output" || { echo "$output"; return 1; }
}
header_is_missing() { wanted=libsimdjson-dev make_names_packages HEADERS=no-such.h; }
package_is_missing() {
  local bin
  bin=$(mktemp -d)
  printf '#!/bin/sh\nexit 1\n' > "$bin/sudo"
  printf '#!/bin/sh\n[ "$1" = -u ] && echo 1000\n' > "$bin/id"
  chmod +x "$bin/sudo" "$bin/id"
  PATH=$bin:$PATH wanted=no-such-package make_names_packages BUILD_PACKAGES=no-such-package demo
  local status=$?
  rm -r "$bin"
  return $status
}

installs() {
  local root status file
  root=$(mktemp -d)
  make -s -o "$made/ssdetect" BUILD="$made" DESTDIR="$root" PREFIX=/usr install &&
    for file in bin/ssdetect share/man/man1/ssdetect.1 share/man/man5/ssdetect.5 \
      share/bash-completion/completions/ssdetect share/zsh/site-functions/_ssdetect \
      share/fish/vendor_completions.d/ssdetect.fish; do
      [ -f "$root/usr/$file" ] || { echo "usr/$file is not installed"; false; } || break
    done
  status=$?
  rm -r "$root"
  return $status
}

for file in README.md man/ssdetect.1; do counted python3 tests/docs/examples.py "$BUILD" "$file" "$@"; done
counted python3 tests/docs/compare.py "$BUILD"
check "README shows what make demo prints" demo_is_the_pipeline
check "make install" installs
check "make names the packages where a header is missing" header_is_missing
check "make demo names the packages that it cannot install" package_is_missing

if have mandoc; then
  for page in man/*; do check "$page" lints "$page"; done
fi
check "bash completion is current" completion_is_current completions/ssdetect.bash bash
check "zsh completion is current" completion_is_current completions/_ssdetect zsh
check "fish completion is current" completion_is_current completions/ssdetect.fish fish
check "bash completion" bash_completes
check "bash completion behind an equals sign" bash_completes_after_equals
check "bash completion of lists" bash_completes_lists
check "bash completion of names with blanks" bash_completes_files
if have zsh; then
  check "zsh completion: syntax" zsh -n completions/_ssdetect
  check "zsh completion: loads" zsh_loads
fi
if have fish; then
  check "fish completion: syntax" fish -n completions/ssdetect.fish
  check "fish completion" fish_completes
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
