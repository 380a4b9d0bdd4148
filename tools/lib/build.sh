# The builds, as functions for tools/build, tools/run and tools/test. Needs common, progress, packages, debian,
# emscripten; a site with models needs models.

# configure FOLDER STAMP COMMAND...: run cmake when FOLDER has no build yet or was made by another compiler or
# with other options.
# (What changes in CMake's own files ninja sees by itself.)
configure() {
  local folder=$1 stamp=$2; shift 2
  [ -e "$folder/build.ninja" ] && [ "$(cat "$folder/.compiler" 2>/dev/null)" = "$stamp" ] && return
  [ -e "$folder/.compiler" ] && rm -rf "$folder"
  say "Configuring ${folder#"$HW_ROOT/"} ..."
  quietly "configure-$(basename "$folder")" "$@" ||
    fail "CMake could not configure ${folder#"$HW_ROOT/"}." "See the lines above."
  echo "$stamp" >"$folder/.compiler"
}

# compile FOLDER TARGETS...: ninja, counting aloud; more is said only if something fails or warns.
compile() {
  local folder=$1 name=${1#"$HW_ROOT/"}; shift
  say "Compiling $name ..."
  # With paths relative to the checkout ccache serves every checkout on this machine.
  CCACHE_BASEDIR=$HW_ROOT NINJA_STATUS=$ninja_status cmake --build "$folder" -j "$HW_JOBS" ${1:+--target "$@"} \
    2>&1 </dev/null | watch_ninja "$name" "$folder/build.log" || {
    # Without the progress, the compiler's command lines, and Emscripten's report of each list it caches.
    grep -vE '^\[[0-9]+/[0-9]+ [0-9.]+\] |^-- |^cache:INFO|^/[^ ]+ .* -[co] ' "$folder/build.log" | head -n 60 >&2
    fail "The build in $name failed." "The whole output is in $name/build.log"
  }
  ! grep -E '(warning|note): ' "$folder/build.log" | head -n 20 >&2 || true
}

prepare_native() {
  want_native; [ -n "${HW_NO_CCACHE:-}" ] || ! have apt-get || want ccache ccache
  install_wanted
  check_versions
}

# Made from nothing far more often than changed, so folders of src/ are compiled as one; HEADWATERS_APART=1 compiles
# each file by itself, which is quicker after a change.
configure_native() {
  prepare_native
  local together=ON
  [ -z "${HEADWATERS_APART:-}" ] || together=OFF
  configure "$HW_ROOT/build/native" "$(command -v "${CXX:-c++}") together $together ${HW_CMAKE_OPTIONS:-}" \
    cmake -S "$HW_ROOT" -B "$HW_ROOT/build/native" -G Ninja -DHW_TOGETHER=$together ${HW_CMAKE_OPTIONS:-}
}

# What editors and clang-tidy read: how each file is compiled by itself, and the headers that the build makes.
configure_commands() {
  prepare_native
  configure "$HW_ROOT/build/commands" "$(command -v "${CXX:-c++}") ${HW_CMAKE_OPTIONS:-}" \
    cmake -S "$HW_ROOT" -B "$HW_ROOT/build/commands" -G Ninja -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DHW_CCACHE=OFF ${HW_CMAKE_OPTIONS:-}
  cmake --build "$HW_ROOT/build/commands" --target hw_shader_header >/dev/null
}

build_native() {
  configure_native
  compile "$HW_ROOT/build/native" "$@"
}

# The command line for Windows with its licences. Of the machine's own libraries none is used.
build_windows() {
  local build=$HW_ROOT/build/windows name
  prepare_native
  want x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix; install_wanted
  configure "$build" "windows ${HW_CMAKE_OPTIONS:-}" cmake -S "$HW_ROOT" -B "$build" -G Ninja \
    -DCMAKE_TOOLCHAIN_FILE="$HW_ROOT/cmake/windows/toolchain.cmake" -DHW_TESTS=OFF -DHW_TOGETHER=ON ${HW_CMAKE_OPTIONS:-}
  compile "$build" headwaters
  name=headwaters-$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")-windows-x86_64
  rm -rf "${build:?}/$name" "$HW_ROOT/build/$name.zip"
  mkdir "$build/$name"
  cp -r "$build/headwaters.exe" "$build/licences" "$HW_ROOT/LICENSE" "$build/$name"
  x86_64-w64-mingw32-strip "$build/$name/headwaters.exe"
  (cd "$build" && cmake -E tar cf "$HW_ROOT/build/$name.zip" --format=zip "$name")
  say "build/$name.zip"
}

build_picture() {
  want_node
  build_native headwaters
  node "$HW_ROOT/tools/lib/cut_picture.mjs" "$HW_ROOT/build/native/headwaters" "$HW_ROOT/docs/pictures/cut.svg"
}

# Debug for its asserts, optimised a little for its time.
build_sanitize() {
  prepare_native
  configure "$HW_ROOT/build/sanitize" "$(command -v "${CXX:-c++}") sanitize" \
    cmake -S "$HW_ROOT" -B "$HW_ROOT/build/sanitize" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS=-O1 -DHW_SANITIZE=address,undefined
  compile "$HW_ROOT/build/sanitize" test_programs headwaters
}

prepare_wasm() { prepare_native; need_emscripten; }

# Folders as one here too (--watch has a build of its own).
build_wasm() {
  prepare_wasm
  configure "$HW_ROOT/build/wasm" "$(command -v emcc) together ${HW_CMAKE_OPTIONS:-}" \
    emcmake cmake -S "$HW_ROOT" -B "$HW_ROOT/build/wasm" -G Ninja -DHW_TOGETHER=ON ${HW_CMAKE_OPTIONS:-}
  compile "$HW_ROOT/build/wasm" "$@"
}

# The page's modules with symbols, linked in seconds.
build_debug_page() {
  prepare_wasm
  configure "$HW_ROOT/build/wasm-debug" "$(command -v emcc)" \
    emcmake cmake -S "$HW_ROOT" --preset wasm-debug
  compile "$HW_ROOT/build/wasm-debug" page_modules
  need_node_modules
}

# The packages of package-lock.json, fetched again when that file changes.
need_node_modules() {
  want_node; install_wanted
  local stamp="$HW_ROOT/node_modules/.lock-sum" sum
  sum=$(sha256sum "$HW_ROOT/package-lock.json")
  [ "$(cat "$stamp" 2>/dev/null)" = "$sum" ] && return
  say "Fetching the packages of package.json ..."
  quietly npm-ci npm ci --prefix "$HW_ROOT" --ignore-scripts ||
    fail "npm could not fetch the packages." "Is the network up? See the lines above."
  echo "$sum" >"$stamp"
}

# The site's options for the models in hosted_models, whose files are fetched first.
hosted_models=()
model_options() {
  local name folder
  for name in ${hosted_models[@]+"${hosted_models[@]}"}; do
    folder=$(model_folder "$name") || exit 1
    printf -- '--with-model\n%s=%s\n' "$name" "$folder"
  done
}

# npm's packages come while the compiler works: one waits for the network, the other does not.
build_site() {
  local options
  options=$(model_options)
  prepare_wasm; want_node; install_wanted
  need_node_modules &
  local packages=$!
  build_wasm page_modules
  wait "$packages"
  # shellcheck disable=SC2086  (a word a line)
  (IFS=$'\n'; node "$HW_ROOT/tools/site.mjs" $options "$@")
}

build_zip() { build_site --zip "$HW_ROOT/build/headwaters.zip"; }
