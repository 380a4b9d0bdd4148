// ruff and mypy over the Python package, and ruff's rules over its tests, as pyproject.toml configures them. Part of check.mjs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const sources = ['python'];
/** Their tables are formatted by hand. */
const tests = ['tests/python'];

/** @param {boolean} repair formats the files first @returns {{errors: string[], debts: string[]}} */
export function checkPython(repair) {
  const bin = process.env.HW_PYTHON_BIN;
  if (!bin) return { errors: [], debts: ['The Python package was not checked: pip could not install ruff and mypy.'] };
  const run = (/** @type {string} */ name, /** @type {string[]} */ ...words) => spawnSync(join(bin, name), words, { encoding: 'utf8' });
  if (repair) run('ruff', 'format', '--quiet', ...sources);
  const layout = run('ruff', 'format', '--check', '--output-format=concise', ...sources);
  const rules = run('ruff', 'check', '--quiet', '--output-format=concise', ...sources, ...tests);
  const types = run('mypy', '--no-error-summary', '--cache-dir=build/mypy', 'python/headwaters');
  const lines = (/** @type {{stdout: string, stderr: string, status: number | null}} */ { stdout, stderr, status }) =>
    status === 0 ? [] : `${stdout}\n${stderr}`.split('\n').filter(Boolean);
  return {
    errors: [
      ...lines(layout)
        .filter((line) => !/^\d+ files? |^warning: /.test(line)) // how many there were
        .map((line) => line.replace(/^(\S+?):\d+:\d+: unformatted: .*/, '$1: not laid out by ruff (tools/check --format does it).')),
      ...lines(rules),
      ...lines(types).filter((line) => !/: note: /.test(line)),
    ],
    debts: [],
  };
}
