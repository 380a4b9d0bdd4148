# The Python package for tools/test wheel: an sdist, a wheel, and an environment with nothing but the wheel and what its tests
# compare with. All below build/wheel.

wheel_home() { echo "$HW_ROOT/build/wheel"; }

# wheel_pythons: those that HEADWATERS_WHEEL names (with blanks between), else python3. nanobind knows 3.10 and newer ones.
wheel_pythons() { echo "${HEADWATERS_WHEEL:-python3}"; }

# wheel_environment PYTHON NAME PACKAGE...: makes build/wheel/NAME, unless it is there.
wheel_environment() {
  local python=$1 folder packages; folder=$(wheel_home)/$2; shift 2
  packages=$*
  [ "$(cat "$folder/.packages" 2>/dev/null)" = "$packages" ] && return
  rm -rf "$folder"
  "$python" -m venv "$folder" || return 1
  # shellcheck disable=SC2086
  quietly "pip-$(basename "$folder")" "$folder/bin/python" -m pip install $packages || return 1
  echo "$packages" >"$folder/.packages"
}

# make_sdist BUILDER: prints the path of build/wheel/dist/headwaters-VERSION.tar.gz.
make_sdist() {
  local dist; dist=$(wheel_home)/dist
  rm -f "$dist"/*.tar.gz
  mkdir -p "$dist"
  (cd "$HW_ROOT" && quietly sdist "$1" -c "from scikit_build_core.build import build_sdist; build_sdist('$dist')") || return 1
  echo "$dist"/*.tar.gz
}

# check_sdist SDIST BUILD: whatever of the checkout the build has read is in the sdist: sources, headers, CMake's files.
check_sdist() {
  local missing
  missing=$( (ninja -C "$2" -t deps; ninja -C "$2" -t query build.ninja) | sed -n 's/^ \{4\}\(| \)\{0,1\}//p' |
    sed "s#^\.\./\.\./\.\./#$HW_ROOT/#" | sed -n "s#^$HW_ROOT/##p" | grep -v '^build/' | sort -u |
    comm -23 - <(tar tzf "$1" | sed 's#^[^/]*/##' | sort -u))
  [ -z "$missing" ] || fail "The sdist lacks files that the build reads: ${missing//$'\n'/ }" "pyproject.toml says what is in it (sdist.exclude)."
}

# make_wheel PYTHON VERSION: prints the path of the wheel. Of the checkout itself, so that what is compiled stays for the next time;
# HEADWATERS_SDIST=1: out of the sdist, from nothing, which takes minutes.
make_wheel() {
  local python=$1 version=$2 home source sdist
  home=$(wheel_home) source=$HW_ROOT
  wheel_environment "$python" "builder-$version" scikit-build-core nanobind typing_extensions twine >&2 || return 1
  local builder=$home/builder-$version/bin/python
  say "Making the sdist ..."
  sdist=$(make_sdist "$builder") || return 1
  if [ -n "${HEADWATERS_SDIST:-}" ]; then
    source=$home/source
    rm -rf "$source"
    mkdir -p "$source"
    tar xzf "$sdist" -C "$source" --strip-components=1
  fi
  say "Making the wheel for Python $version ..."
  rm -f "$home/dist/$version"/*.whl
  CCACHE_BASEDIR=$source quietly "wheel-$version" "$builder" -m pip wheel "$source" --no-build-isolation --no-deps -w "$home/dist/$version" || return 1
  [ "$source" != "$HW_ROOT" ] || check_sdist "$sdist" "$(find "$home" -maxdepth 1 -name "cp${version/./}-*")"
  quietly twine "$builder" -m twine check --strict "$sdist" "$home/dist/$version/"*.whl || return 1
  echo "$home/dist/$version/"*.whl
}

prepare_wheel() {
  prepare_native
  have apt-get || return 0
  python3 -c 'import venv, ensurepip' 2>/dev/null || want - python3-venv
  python3 -c 'import sysconfig, os; assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null || want - python3-dev
  install_wanted
}

python_version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }

# install_wheel PYTHON WHEEL: an environment with the wheel and what it is compared with; prints the Python of that environment.
install_wheel() {
  local version clean
  version=$(python_version "$1") && wheel_environment "$1" "clean-$version" numpy networkx==3.4.2 matplotlib mypy || return 1
  clean=$(wheel_home)/clean-$version/bin/python
  quietly "install-$version" "$clean" -m pip install --no-deps --force-reinstall "$2" || return 1
  echo "$clean"
}

# run_wheel PYTHON [NAME...]: makes and installs it, and runs the tests of tests/python that ask nothing but the package.
run_wheel() {
  local python=$1 version wheel clean; shift
  version=$(python_version "$python") || return 1
  wheel=$(make_wheel "$python" "$version") || return 1
  say "$(basename "$wheel"): $(($(stat -c %s "$wheel") / 1000)) KB"
  clean=$(install_wheel "$python" "$wheel") || return 1
  # shellcheck disable=SC2086
  (cd "$HW_ROOT/tests/python" && env -u HEADWATERS HEADWATERS_INSTALLED=1 "$clean" -m unittest ${pattern[wheel]:+-k "${pattern[wheel]// /_}"} ${*:-$wheel_tests} </dev/null) || return 1
  [[ $wheel != *abi3* ]] || ! have apt-get || wheel_on_newest "$version" "$wheel"
}

# wheel_on_newest VERSION WHEEL: the same wheel on the newest Python that Debian has, which is unpacked with its C library beside everything
# else: nothing is installed. What a test would ask of other packages than NumPy is left out.
wheel_on_newest() {
  local home newest=3.14 package folder; home=$(wheel_home)/newest
  folder=$home/root/usr
  if [ ! -x "$folder/bin/python$newest" ]; then
    say "Unpacking Debian's Python $newest ..."
    for package in python$newest-minimal libpython$newest-{minimal,stdlib} libc6 zlib1g libexpat1 libffi8 libssl3t64 libbz2-1.0 liblzma5 libsqlite3-0 libuuid1 libncursesw6 libtinfo6 \
      libreadline8t64 libstdc++6 libgcc-s1 libzstd1; do
      (debian_download sid "$package" "$home/debs") || { say "Debian has no $package now: Python $newest is left out."; return 0; }
    done
    for package in "$home/debs"/*.deb; do dpkg-deb -x "$package" "$home/root"; done
  fi
  # A program of another C library begins with its loader; what it starts itself, it starts the same way.
  local libraries="$folder/lib/x86_64-linux-gnu" own="$home/python$newest"
  [ -e "$libraries/ld-linux-x86-64.so.2" ] || { say "Debian's Python $newest is tested on x86-64 alone: left out."; return 0; }
  printf '#!/bin/sh\nPYTHONHOME=%s exec %s/ld-linux-x86-64.so.2 --argv0 %s --library-path %s %s/bin/python%s "$@"\n' \
    "$folder" "$libraries" "$own" "$libraries" "$folder" "$newest" >"$own"
  chmod +x "$own"
  [ -d "$home/packages/numpy" ] || quietly pip-newest "$(wheel_home)/clean-$1/bin/python" -m pip install --target "$home/packages" --python-version "$newest" --only-binary=:all: numpy || return 1
  rm -rf "$home/packages"/headwaters*
  "$own" -m zipfile -e "$2" "$home/packages" || return 1
  "$own" -c 'import sys; print("the same wheel on Python", sys.version)'
  # shellcheck disable=SC2086
  (cd "$HW_ROOT/tests/python" && env -u HEADWATERS HEADWATERS_INSTALLED=1 PYTHONPATH="$home/packages" "$own" -W ignore::ResourceWarning -m unittest test_core test_program test_save test_scores test_axes test_verdicts test_show </dev/null)
}
# Those of the module's own; the others are of what models return, and are the same.
wheel_tests="test_core test_installed test_outputs test_program test_save test_scores test_axes test_verdicts test_show"
