# What tools/bench runs measures beside ours: packages of npm and of Python below the cache. Needs common, packages, models, transformers.

HW_BENCH_PACKAGES=(onnxruntime-web@1.30.0 @huggingface/tokenizers@0.2.0 @wllama/wllama@3.13.0)

# prepare_runs: fetches them, and tells tests/bench/runs.mjs by the environment where they are. What cannot be fetched is left out there.
prepare_runs() {
  local home="$HW_CACHE/bench"
  mkdir -p "$home/npm" "$home/models"
  export HW_BENCH_MODELS="$home/models"
  HW_BENCH_MINILM=$(model_folder minilm) || HW_BENCH_MINILM=
  HW_BENCH_SMOLLM2=$(model_folder smollm2) || HW_BENCH_SMOLLM2=
  export HW_BENCH_MINILM HW_BENCH_SMOLLM2
  if { [ -d "$home/npm/node_modules/onnxruntime-web" ] && [ -d "$home/npm/node_modules/@wllama" ]; } || quietly npm-bench npm install --prefix "$home/npm" --no-package-lock "${HW_BENCH_PACKAGES[@]}"; then
    export HW_BENCH_NPM="$home/npm"
  fi
  [ -n "$(transformers_pythons)" ] || install_transformers 4.57.1 || true
  local python
  python=$(transformers_pythons | tail -1)
  if [ -n "$python" ] && { "$python" -c 'import onnx' 2>/dev/null || quietly pip-onnx "$python" -m pip install onnx; }; then
    export HW_BENCH_PYTHON="$python"
  fi
}
