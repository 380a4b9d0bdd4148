# The WebAssembly compiler. An emcc on PATH that is new enough (emsdk, Debian 13) is used as it is; else
# Debian 13's Emscripten, which is Python plus a prebuilt sysroot, is unpacked into the cache and runs on this
# machine's Python, Node and LLVM 19.

emscripten_floor=3.1.69
emscripten_home="$HW_CACHE/emscripten-$emscripten_floor-r1" # r1: our own layout; raise it to unpack anew

emcc_version() { "$1" --version 2>/dev/null | sed -n '1s/.* \([0-9][0-9.]*[0-9]\).*/\1/p'; }

emcc_is_new_enough() {
  local version
  version=$(emcc_version "$1") && [ -n "$version" ] &&
    [ "$(printf '%s\n%s\n' "$version" "$emscripten_floor" | sort -V | head -n 1)" = "$emscripten_floor" ]
}

# Splits the engine in two (cmake/WebModules.cmake): part of Binaryen, which emsdk and Debian 13's emscripten bring, but
# not of its npm package. Without it the engine stays whole and the first visit loads more.
want_wasm_split() { ! have apt-get || want wasm-split binaryen; }

# Leaves a file to source in $HW_CACHE/env.sh, and sources it.
need_emscripten() {
  if [ -z "${HW_EMSCRIPTEN:-}" ] && have emcc && emcc_is_new_enough emcc; then
    return
  fi
  want_wasm_split
  [ -e "$emscripten_home/env.sh" ] || one_at_a_time install_emscripten || exit 1
  # A cache may come from another machine, or these may have been removed since.
  want_node
  want "$(llvm_root)/clang++" clang-19; want "$(llvm_root)/wasm-ld" lld-19; want "$(llvm_root)/llvm-ar" llvm-19
  install_wanted
  ln -sfn "$emscripten_home/env.sh" "$HW_CACHE/env.sh"
  . "$HW_CACHE/env.sh"
}

llvm_root() { echo /usr/lib/llvm-19/bin; }

install_emscripten() {
  [ -e "$emscripten_home/env.sh" ] && return # another run was faster
  have apt-get || fail "Emscripten $emscripten_floor or newer is needed and this system has no apt." \
    "Install emsdk, activate it so that emcc is on PATH, then start this command again."
  say "Preparing Emscripten $emscripten_floor (once; about 240 MB to fetch) ..."
  want_native; want_node
  want "$(llvm_root)/clang++" clang-19; want "$(llvm_root)/wasm-ld" lld-19; want "$(llvm_root)/llvm-ar" llvm-19
  install_wanted
  check_versions

  local download="$HW_CACHE/download/emscripten" temporary package
  package=$(find "$download" -name "emscripten_${emscripten_floor}+*.deb" 2>/dev/null | head -n 1)
  if [ -z "$package" ]; then
    say "Downloading Debian 13's emscripten ..."
    debian_download trixie emscripten "$download"
    package=$(find "$download" -name 'emscripten_*.deb' | sort -V | tail -n 1)
  fi

  say "Unpacking it ..."
  temporary=$(temporary_folder)
  mkdir "$temporary/emscripten"
  # Left out: tests, documents, and library variants for threads, sanitizers and dynamic linking.
  dpkg-deb --fsys-tarfile "$package" |
    tar -x -C "$temporary/emscripten" --strip-components=4 --exclude='*-mt*' --exclude='*-ww*' \
      --exclude='*asan*' --exclude='*sanitizer*' --exclude='*wasmfs*' --exclude='*/lto-pic' --exclude='*/pic' \
      --exclude='*/test' --exclude='*/docs' --exclude='*/media' ./usr/share/emscripten ||
    { rm -f "$package"; fail "Emscripten's package could not be unpacked." "It was removed; try again."; }

  say "Installing Binaryen's tools from npm ..."
  cp "$HW_ROOT"/tools/lib/toolchain/{package.json,package-lock.json,.npmrc} "$temporary/"
  quietly npm-toolchain npm ci --prefix "$temporary" --ignore-scripts ||
    fail "npm could not install Binaryen's tools." "Is the network up? See the lines above."

  emscripten_config >"$temporary/config.py"
  emscripten_env >"$temporary/env.sh"
  finish "$temporary" "$emscripten_home"
  rm -rf "$download"
  say "Emscripten is ready in $emscripten_home"
}

emscripten_config() {
  cat <<CONFIG
LLVM_ROOT = '$(llvm_root)'
BINARYEN_ROOT = '$emscripten_home/node_modules/binaryen'
NODE_JS = '$(command -v node)'
CACHE = '$emscripten_home/emscripten/cache'
FROZEN_CACHE = False
CONFIG
}

emscripten_env() {
  cat <<ENV
# Source this to have emcc, em++ and emcmake in a shell.
export EM_CONFIG='$emscripten_home/config.py'
export HW_EMSCRIPTEN='$emscripten_home/emscripten'
case ":\$PATH:" in *":\$HW_EMSCRIPTEN:"*) ;; *) export PATH="\$HW_EMSCRIPTEN:\$PATH" ;; esac
ENV
}
