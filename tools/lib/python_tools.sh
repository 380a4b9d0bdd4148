# ruff and mypy for tools/check, pinned, in an environment of their own in the cache. NumPy is there for its types.
HW_PYTHON_TOOLS="ruff==0.17.6 mypy==2.4.1 numpy==2.4.6"

HW_PYTHON_REFERENCE="pdoc==16.0.0 numpy==2.4.6"

# python_environment NAME PACKAGES: makes the environment in the cache unless it is there, and prints the folder of its programs.
python_environment() {
  local folder=$HW_CACHE/$1
  if [ "$(cat "$folder/.packages" 2>/dev/null)" != "$2" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder" || return 1
    # shellcheck disable=SC2086
    quietly "pip-$1" "$folder/bin/python" -m pip install $2 || return 1
    echo "$2" >"$folder/.packages"
  fi
  echo "$folder/bin"
}

# python_tools: sets HW_PYTHON_BIN to the programs of HW_PYTHON_TOOLS; without pip or a network tools/check lists a debt.
python_tools() { HW_PYTHON_BIN=$(python_environment python-tools "$HW_PYTHON_TOOLS") && export HW_PYTHON_BIN; }

build_reference() {
  local programs
  programs=$(python_environment python-reference "$HW_PYTHON_REFERENCE") || fail "pip could not install pdoc." "Is the network up? See the lines above."
  "$programs/python" "$HW_ROOT/python/reference.py" "$HW_ROOT/build/reference"
}
