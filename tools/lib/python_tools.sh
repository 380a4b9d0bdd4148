# ruff and mypy for tools/check, pinned, in an environment of their own in the cache. NumPy is there for its types.
HW_PYTHON_TOOLS="ruff==0.17.6 mypy==2.4.1 numpy==2.4.6"

# python_tools: makes the environment unless it is there, and sets HW_PYTHON_BIN to the folder of its programs; without pip or a network tools/check lists a debt.
python_tools() {
  local folder=$HW_CACHE/python-tools
  if [ "$(cat "$folder/.packages" 2>/dev/null)" != "$HW_PYTHON_TOOLS" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder" || return 1
    # shellcheck disable=SC2086
    quietly pip-python-tools "$folder/bin/python" -m pip install $HW_PYTHON_TOOLS || return 1
    echo "$HW_PYTHON_TOOLS" >"$folder/.packages"
  fi
  export HW_PYTHON_BIN=$folder/bin
}
