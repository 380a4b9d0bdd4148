# A line that moves while something takes long: on a terminal it is written over, elsewhere a new one is written now
# and then. Needs common.

progress_last=-1000 progress_open=

# progress TEXT: show it, unless the last one is too new.
progress() {
  local pause=10
  if [ -t 2 ]; then pause=0; fi
  [ $((SECONDS - progress_last)) -ge $pause ] || return 0
  progress_last=$SECONDS
  if [ -t 2 ]; then progress_open=yes; printf '\r\033[K%s' "${1:0:${COLUMNS:-80}}" >&2; else say "$1"; fi
}

# The next line starts at the left again.
progress_end() {
  [ -z "$progress_open" ] || printf '\r\033[K' >&2
  progress_last=-1000 progress_open=
}

# seconds_left DONE TOTAL SECONDS: in words, by the pace until now; nothing while that says little.
seconds_left() {
  [ "$1" -ge 5 ] && [ "$3" -ge 5 ] || return 0
  local left=$((($2 - $1) * $3 / $1))
  if [ "$left" -ge 100 ]; then echo ", about $(((left + 30) / 60)) minutes left"
  else echo ", about $(((left + 9) / 10 * 10)) s left"
  fi
}

# watch_ninja NAME LOG: ninja's lines, written with NINJA_STATUS="$ninja_status", go to LOG and are counted aloud.
ninja_status='[%f/%t %e] '
watch_ninja() {
  local line done total seconds
  while IFS= read -r line; do
    printf '%s\n' "$line" >&3
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\ ([0-9]+)[.0-9]*\] ]] || continue
    done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]}
    case $line in
      *Linking*) [ "$done" -lt "$total" ] && progress "$1: $done of $total steps, linking" ;;
      *) progress "$1: $done of $total steps$(seconds_left "$done" "$total" "$seconds")" ;;
    esac
  done 3>"$2"
  progress_end
}

# watch_ctest NAME: ctest's lines without those of tests that passed, which are counted aloud instead.
watch_ctest() {
  local line started=$SECONDS
  while IFS= read -r line; do
    if [[ $line =~ ^\ *([0-9]+)/([0-9]+)\ Test\ +#[0-9]+:\ .*\ Passed\ +[0-9.]+\ sec$ ]]; then
      progress "$1: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} tests$(seconds_left "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" $((SECONDS - started)))"
    elif [[ -n $line && ! $line =~ ^\ +Start\ +[0-9]+: ]]; then
      progress_end
      printf '%s\n' "$line"
    fi
  done
  progress_end
}
