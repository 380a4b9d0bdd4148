// The files of a release, from the results of the jobs of .github/workflows/release.yml. The programs for Linux and macOS are in the wheels.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Systems of the wheels, by a word of their names. */
const systems = {
  'manylinux.*x86_64': 'linux-x86_64',
  'manylinux.*aarch64': 'linux-arm64',
  'macosx.*arm64': 'macos-arm64',
  'macosx.*x86_64': 'macos-x86_64',
};

/** Files below a folder, without those of the site. @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((path) => !/^wheels-(site|sources)\W./.test(path))
    .map((path) => join(folder, path));

/** Writes the program of a wheel as an archive with its licences. @param {string} wheel @param {string} name of the archive and its folder @param {string} out */
async function writeProgram(wheel, name, out) {
  const { unzipSync } = await import('fflate');
  const members = Object.entries(unzipSync(readFileSync(wheel)));
  const program = members.find(([path]) => /\.data\/scripts\/headwaters$/.test(path));
  if (!program) throw new Error(`${wheel} contains no program.`);
  const room = mkdtempSync(join(tmpdir(), 'headwaters-release-'));
  const folder = join(room, name);
  mkdirSync(join(folder, 'licences'), { recursive: true });
  writeFileSync(join(folder, 'headwaters'), program[1], { mode: 0o755 });
  for (const [path, bytes] of members)
    if (/^headwaters\/licences\/[^/]+$/.test(path)) writeFileSync(join(folder, 'licences', basename(path)), bytes);
  for (const [path, bytes] of members) if (/\.dist-info\/.*LICENSE$/.test(path)) writeFileSync(join(folder, 'LICENSE'), bytes);
  execFileSync('tar', ['--owner=0', '--group=0', '-czf', join(out, `${name}.tar.gz`), '-C', room, name]);
  rmSync(room, { recursive: true });
}

/**
 * @param {string} from folder of the jobs' artifacts @param {string} out new folder for the files @param {string} version
 * @returns {Promise<string[]>} the names of the files
 */
export async function collect(from, out, version) {
  mkdirSync(out, { recursive: true });
  const files = filesBelow(from);
  const copied = files.filter((path) => /\.(whl|tgz)$|headwaters-[^/\\]*\.(tar\.gz|zip)$/.test(path));
  for (const path of copied) cpSync(path, join(out, basename(path)));
  cpSync(join(from, 'wheels-site/one-file.html'), join(out, 'one-file.html'));
  cpSync(join(from, 'wheels-zip/headwaters.zip'), join(out, `headwaters-${version}-site.zip`));
  const wheels = copied.filter((path) => /-cp312-.*\.whl$/.test(path));
  for (const [word, system] of Object.entries(systems)) {
    const wheel = wheels.find((path) => new RegExp(word).test(basename(path)));
    if (!wheel) throw new Error(`No wheel for ${system}. Did its job fail?`);
    await writeProgram(wheel, `headwaters-${version}-${system}`, out);
  }
  const names = readdirSync(out).sort();
  const wanted = [
    `headwaters-${version}.tar.gz`,
    `headwaters-${version}-py3-none-any.whl`,
    `headwaters-${version}-windows-x86_64.zip`,
    `headwaters-figure-${version}.tgz`,
  ];
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`Not among the files: ${missing.join(', ')}. Did a job fail?`);
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  return names;
}
