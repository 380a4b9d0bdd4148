# The library that the Python package serves, for tests/python/real: three versions of transformers and one PyTorch,
# in environments of their own below the cache, so that no system's Python is touched.

# The newest, the last 4.x, and one of two years ago.
HW_TRANSFORMERS=(5.24.0 4.57.1 4.46.3)
HW_TORCH=2.15.0

transformers_home() { echo "$HW_CACHE/transformers"; }

# transformers_pythons: a line each, the newest first: those that HEADWATERS_TRANSFORMERS names (with blanks between), or
# those in the cache. One that cannot import the library is passed over.
transformers_pythons() {
  local version python
  local found=(${HEADWATERS_TRANSFORMERS-})
  if [ ${#found[@]} -eq 0 ] || [ "${found[*]}" = install ]; then
    found=()
    for version in "${HW_TRANSFORMERS[@]}"; do found+=("$(transformers_home)/$version/bin/python"); done
  fi
  for python in "${found[@]}"; do
    "$python" -c 'import torch, transformers' 2>/dev/null && echo "$python"
  done
  true
}

# install_transformers VERSION...: makes the environments that are missing. PyTorch is there once, the others see it.
install_transformers() {
  local home version folder base
  home=$(transformers_home)
  base="$home/torch"
  if have apt-get; then want - python3-venv; install_wanted; fi
  if ! "$base/bin/python" -c 'import torch, numpy' 2>/dev/null; then
    say "Installing PyTorch into $base ..."
    rm -rf "$base"
    python3 -m venv "$base" && quietly pip-torch "$base/bin/python" -m pip install "torch==$HW_TORCH" numpy safetensors || return 1
  fi
  # What its processors of pictures need.
  "$base/bin/python" -c 'import PIL' 2>/dev/null || quietly pip-pillow "$base/bin/python" -m pip install pillow || return 1
  for version in "$@"; do
    folder="$home/$version"
    "$folder/bin/python" -c 'import torch, transformers' 2>/dev/null && continue
    say "Installing transformers $version into $folder ..."
    rm -rf "$folder"
    python3 -m venv "$folder" || return 1
    "$base/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' >"$(echo "$folder"/lib/python3*/site-packages)/torch.pth"
    quietly "pip-transformers-$version" "$folder/bin/python" -m pip install "transformers==$version" || return 1
  done
}

# Packages whose attention or scores headwaters.py takes. inseq asks for an older typeguard than TransformerLens, and runs with its newer one.
HW_NEIGHBOURS="transformer_lens nnsight captum sentence-transformers timm anywidget"

# install_neighbours: one environment with all of them, on the newest transformers.
install_neighbours() {
  local folder; folder=$(transformers_home)/neighbours
  install_transformers "${HW_TRANSFORMERS[0]}" || return 1
  "$folder/bin/python" -c 'import transformer_lens, nnsight, captum, sentence_transformers, inseq' 2>/dev/null && return
  say "Installing $HW_NEIGHBOURS and inseq into $folder ..."
  rm -rf "$folder"
  python3 -m venv "$folder" || return 1
  { cat "$(transformers_home)/${HW_TRANSFORMERS[0]}"/lib/python3*/site-packages/torch.pth
    "$(transformers_home)/${HW_TRANSFORMERS[0]}/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; } \
    >"$(echo "$folder"/lib/python3*/site-packages)/torch.pth"
  # shellcheck disable=SC2086
  quietly pip-neighbours "$folder/bin/python" -m pip install $HW_NEIGHBOURS treescope jaxtyping &&
    quietly pip-inseq "$folder/bin/python" -m pip install --no-deps inseq
}

HW_NOTEBOOKS="jupyterlab marimo anywidget nbconvert ipykernel numpy"

install_notebooks() {
  local folder="$HW_CACHE/notebook"
  "$folder/bin/python" -c 'import jupyterlab, marimo, anywidget, nbconvert, ipykernel, numpy' 2>/dev/null && return
  if have apt-get; then want - python3-venv; install_wanted; fi
  say "Installing $HW_NOTEBOOKS into $folder ..."
  rm -rf "$folder"
  # shellcheck disable=SC2086
  python3 -m venv "$folder" && quietly pip-notebook "$folder/bin/python" -m pip install $HW_NOTEBOOKS
}

# run_real PYTHON [NAME...]: the tests of tests/python/real.
run_real() {
  local python=$1; shift
  "$python" -c 'import torch, transformers; print("transformers", transformers.__version__, "with PyTorch", torch.__version__)'
  (cd "$HW_ROOT/tests/python" && "$python" -W ignore::DeprecationWarning -m unittest ${pattern[transformers]:+-k "${pattern[transformers]// /_}"} \
    ${*:-$(basename -s .py real/test_*.py | sed 's/^/real./')} </dev/null)
}

# The same in a whole run: on the newest version that is here, and some classes.
run_real_quickly() {
  local real
  [ "${HEADWATERS_TRANSFORMERS-}" != install ] || install_transformers "${HW_TRANSFORMERS[0]}" || say "The real library could not be installed."
  real=$(transformers_pythons | head -n 1)
  if [ -z "$real" ]; then
    say "No transformers here: the tests on the real library are left out. \"tools/test transformers\" installs it, HEADWATERS_TRANSFORMERS names a Python that has it."
  else
    run_real "$real"
  fi
}
