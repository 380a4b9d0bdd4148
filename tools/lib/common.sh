# Shared by every command in tools/: messages, the cache folder, root rights.
# Source it; it sets HW_ROOT and HW_CACHE and defines functions, nothing else.

HW_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
HW_CACHE=${HEADWATERS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/headwaters}
HW_JOBS=${HEADWATERS_JOBS:-$(nproc 2>/dev/null || echo 2)}

say() { printf '%s\n' "$*" >&2; }

# fail SENTENCE REMEDY: say what went wrong and what to do, and stop.
fail() {
  printf 'error: %s\n' "$1" >&2
  [ $# -gt 1 ] && printf '  %s\n' "${@:2}" >&2
  exit 1
}

# answer_help "$@": for --help, print the comment at the head of the command that was started, and do nothing else.
answer_help() {
  local word
  for word; do
    case $word in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
  done
}

# known WHAT GIVEN CHOICE...: stop if GIVEN is none of the choices.
known() {
  local what=$1 given=$2 choice; shift 2
  for choice; do [ "$given" != "$choice" ] || return 0; done
  fail "There is no $what $given." "Choose from: $*. $0 --help says more."
}

have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif have sudo; then sudo "$@"
  else fail "Root rights are needed to run: $*" "Run that command as root, then start this one again."
  fi
}

# quietly LOGNAME COMMAND...: run a talkative command, show the end of its output only if it fails.
quietly() {
  local log="$HW_CACHE/log/$1.txt"; shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 </dev/null && return 0
  local status=$?
  tail -n 15 "$log" >&2
  say "The whole output is in $log"
  return $status
}

# check_sha256 FILE SUM
check_sha256() {
  [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$2" ] ||
    fail "$(basename "$1") does not have the expected sha256." "Remove $1 and try again; if it fails again the mirror is serving something else."
}

# A folder to unpack into, in the cache; what an interrupted run left behind goes first.
temporary_folder() {
  find "$HW_CACHE" -maxdepth 1 -name '.unpack-*' -mmin +60 -exec rm -rf {} + 2>/dev/null || true
  mkdir -p "$HW_CACHE"
  mktemp -d "$HW_CACHE/.unpack-XXXXXX"
}

# finish TEMPORARY FOLDER: rename, so that a folder in the cache exists only when it is complete.
finish() { chmod 755 "$1"; rm -rf "$2"; mv "$1" "$2"; }

# one_at_a_time COMMAND...: two runs that need the same thing at once fetch it once.
one_at_a_time() {
  mkdir -p "$HW_CACHE"
  if have flock; then (flock 9; "$@") 9>"$HW_CACHE/lock"; else "$@"; fi
}
