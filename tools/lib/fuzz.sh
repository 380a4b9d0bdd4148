# Building and running tests/fuzz. Needs common, packages, debian, emscripten, build.

# The clang that can fuzz: the newest there is, or Debian's.
fuzz_compiler() {
  local name
  for name in clang++-19 clang++-18 clang++-17 clang++-16 clang++; do
    have "$name" && { echo "$name"; return; }
  done
  echo clang++-19
}

build_fuzz() {
  local compiler zlib
  compiler=$(fuzz_compiler)
  if have apt-get; then
    want clang++-19 clang-19; want - libclang-rt-19-dev; want - rapidjson-dev
    compiler=clang++-19
  fi
  prepare_native
  # The one that the page has, with sanitizers, instead of the system's.
  zlib=$("$HW_ROOT/tools/fetch" zlib)
  # clang warns of what Debian 12's own standard library uses inside.
  configure "$HW_ROOT/build/fuzz" "$compiler fuzz together" \
    cmake -S "$HW_ROOT" -B "$HW_ROOT/build/fuzz" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_C_COMPILER="${compiler/++/}" \
    -DCMAKE_CXX_FLAGS=-Wno-deprecated-declarations \
    -DHW_ZLIB_DIR="$zlib" -DHW_FUZZ=ON -DHW_TOGETHER=ON -DHW_SANITIZE=fuzzer-no-link,address,undefined
  compile "$HW_ROOT/build/fuzz" fuzz
}

# fuzz_one SECONDS TARGET: prints one line; the fuzzer's own output goes to build/fuzz/log.
fuzz_one() {
  local seconds=$1 target=$2 memory=2048 log="$HW_ROOT/build/fuzz/log/$2.txt" corpus="$HW_ROOT/build/fuzz/corpus/$2"
  local seeds=(tests/data/forms tests/data/bad tests/fuzz/seeds/forms)
  case $target in
    address | messages) seeds=(tests/fuzz/seeds/address) ;;
    link | packed) seeds=(tests/data/packed) ;;
    written) seeds=(tests/fuzz/seeds/written) ;;
    tokenizer_text) seeds=(tests/fuzz/seeds/tokenizer tests/data/tokenizers) memory=768 ;; # the sanitizer keeps 256 MB of what was freed
    model | gguf) seeds=("tests/fuzz/seeds/$target") memory=768 ;;
    archive) memory=768 ;;
    weights | tokenizer | chat | service | png | unpacked) seeds=("tests/fuzz/seeds/$target") ;;
    svg) seeds=(tests/fuzz/seeds/svg tests/data/figures) ;;
  esac
  mkdir -p "$corpus" "$(dirname "$log")" build/fuzz/found
  # Small seeds make many runs; the large samples are opened at every cut by tests/io.
  find "${seeds[@]}" -type f -size -16k | sort | paste -sd, >"$log.seeds"
  if HW_FUZZ_TARGET=$target UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    build/fuzz/tests/fuzz "$corpus" -seed_inputs=@"$log.seeds" -max_total_time="$seconds" -max_len=16384 \
    -timeout=20 -rss_limit_mb="$memory" -dict=tests/fuzz/words.dict -print_final_stats=1 \
    -artifact_prefix="build/fuzz/found/$target-" >"$log" 2>&1 </dev/null &&
    # Without a seed that gets past the first look, a target tries nothing but that look.
    ! grep -q "no interesting inputs" "$log"; then
    printf '%-22s %9s runs in %s s\n' "$target" \
      "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" "$seconds"
  else
    printf '%-22s FAILED\n' "$target"
    grep -E 'ERROR|runtime error|SUMMARY|Test unit written|no interesting inputs' "$log" | head -n 8
    say "The whole output is in $log"
    return 1
  fi
}

# fuzz_all SECONDS TARGETS...: all targets if none is named; as many at once as there are processors.
fuzz_all() {
  local seconds=$1 target failed=0 running=0; shift
  [ $# -gt 0 ] || set -- $(HW_FUZZ_TARGET=list build/fuzz/tests/fuzz)
  for target; do
    if [ "$running" -ge "$HW_JOBS" ]; then wait -n || failed=1; else running=$((running + 1)); fi
    fuzz_one "$seconds" "$target" &
  done
  while [ "$running" -gt 0 ]; do wait -n || failed=1; running=$((running - 1)); done
  return $failed
}
