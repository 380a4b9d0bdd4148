# Debian packages of this machine: install what is missing, in one call, and nothing when all is there.

# A package is there if dpkg knows it as installed.
installed() { dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -q '^installed$'; }

# want COMMAND PACKAGE: remember PACKAGE when COMMAND is not on PATH.  want - PACKAGE: when it is not installed.
HW_MISSING=()
want() {
  if [ "$1" = - ]; then installed "$2" || HW_MISSING+=("$2")
  else have "$1" || HW_MISSING+=("$2")
  fi
}

install_wanted() {
  [ ${#HW_MISSING[@]} -gt 0 ] || return 0
  local packages=("${HW_MISSING[@]}")
  HW_MISSING=()
  have apt-get || fail "Missing on this machine: ${packages[*]} (names of Debian's packages)." \
    "Install them with this system's own package manager, then start this command again."
  say "Installing from apt: ${packages[*]} ..."
  # The lists may be absent or old: read them only if a package is unknown or its file has moved on.
  apt_install "${packages[@]}" && return
  quietly apt-update as_root apt-get -q update ||
    fail "The package lists could not be read." "Run apt-get update by hand to see why."
  apt_install "${packages[@]}" ||
    fail "apt could not install: ${packages[*]}" "Run apt-get install by hand to see why; the end of its output is above."
}

apt_install() {
  local log="$HW_CACHE/log/apt-install.txt"
  mkdir -p "$(dirname "$log")"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy -o DPkg::Lock::Timeout=300 \
    install --no-install-recommends "$@" >"$log" 2>&1 </dev/null || { tail -n 5 "$log" >&2; return 1; }
}

# What a native build and its tests need.
want_native() {
  want cmake cmake; want ninja ninja-build; want g++ g++; want python3 python3; want xz xz-utils
  have apt-get && want - libeigen3-dev
  # pip, for one library's source (sources.sh)
  python3 -c 'import venv, ensurepip' 2>/dev/null || want - python3-venv
  true
}

# Node with npm: the tests of the web part, Binaryen, fonts.
want_node() { want node nodejs; want npm npm; }

# python_with MODULES: the Python that has them: HEADWATERS_PYTHON, the first on PATH, or the system's own.
python_with() {
  local python
  for python in ${HEADWATERS_PYTHON:-} python3 /usr/bin/python3; do
    "$python" -c "import $1" 2>/dev/null && { echo "$python"; return; }
  done
  return 1
}

check_versions() {
  local cmake node
  cmake=$(cmake --version | sed -n '1s/[^0-9]*//p')
  [ "$(printf '%s\n3.25\n' "$cmake" | sort -V | head -n 1)" = 3.25 ] ||
    fail "CMake 3.25 or newer is needed; this one is $cmake." "Put a newer cmake first on PATH."
  have node || return 0
  node=$(node --version | sed 's/^v//; s/\..*//')
  [ "$node" -ge 18 ] || fail "Node 18 or newer is needed; this one is $node." "Put a newer node first on PATH."
}
