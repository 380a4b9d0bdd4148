# What tools/bench runs measures beside ours: packages of npm and of Python below the cache. Needs common, packages, models, transformers, wheel.

HW_BENCH_PACKAGES=(onnxruntime-web@1.30.0 @huggingface/tokenizers@0.2.0 @wllama/wllama@3.13.0)
# What PyTorch's exporter needs; a file that an older one wrote is another program.
HW_BENCH_EXPORTER=(onnx==1.23.2 onnxscript==0.7.2)

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
  [ -n "${HEADWATERS_TRANSFORMERS-}" ] || install_transformers "${HW_TRANSFORMERS[0]}" || true
  local python=
  read -r python < <(transformers_pythons) || true # the newest
  if [ -n "$python" ] && { "$python" -c 'import onnx, onnxscript' 2>/dev/null || quietly pip-onnx "$python" -m pip install "${HW_BENCH_EXPORTER[@]}"; }; then
    export HW_BENCH_PYTHON="$python"
  fi
}

# prepare_package: tells tests/bench/package.mjs a Python that has the package: the one in HEADWATERS_PYTHON, or an environment of its own.
prepare_package() {
  local wheel
  if [ -z "${HW_BENCH_PACKAGE:=${HEADWATERS_PYTHON-}}" ]; then
    prepare_wheel
    wheel=$(make_wheel python3 "$(python_version python3)")
    HW_BENCH_PACKAGE=$(install_wheel python3 "$wheel")
  fi
  export HW_BENCH_PACKAGE
}
