// The program's version. CMakeLists.txt is its source. Other files repeat it because npm, pip and GitHub read only those.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const number = String.raw`\d+\.\d+\.\d+`;
const source = 'CMakeLists.txt';

/** Each file that contains the version, with the text around it. @type {Record<string, RegExp>} */
const places = {
  [source]: new RegExp(`(project\\(headwaters VERSION )(${number})`),
  'python/headwaters/__init__.py': new RegExp(`^(__version__ = ")(${number})`, 'm'),
  'web/figure/package.json': new RegExp(`("version": ")(${number})`),
  'CITATION.cff': new RegExp(`^(version: )(${number})$`, 'm'),
};

/** A package's file that defines its own version. */
const packageFile = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|.*\.cff)$/;
const ownVersion = new RegExp(`^\\s*"?version"?\\s*[:=]\\s*"?${number}"?,?$`, 'm');

/** @param {string} root */
export function versionOf(root) {
  const [, , version] = places[source].exec(readFileSync(join(root, source), 'utf8')) ?? [];
  if (!version) throw new Error(`${source} has no line "project(headwaters VERSION 1.2.3".`);
  return version;
}

/** The files that contain the version. @param {string} root @returns {Map<string, string>} path and text */
export const versionFiles = (root) => new Map(Object.keys(places).map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/**
 * @param {Map<string, string>} files path and text @returns {string[]} places with a version that differs from CMakeLists.txt, or with an extra one
 */
export function checkVersions(files) {
  const version = places[source].exec(files.get(source) ?? '')?.[2];
  const found = Object.entries(places).map(([file, pattern]) => [file, pattern.exec(files.get(file) ?? '')?.[2]]);
  return [
    ...found
      .filter(([, one]) => !one || one !== version)
      .map(([file, one]) => `${file}: has version ${one ?? '(none)'}, ${source} ${version ?? '(none)'}: use node tools/release.mjs --set.`),
    ...[...files]
      .filter(([file, text]) => packageFile.test(file) && !/^tests\//.test(file) && !(file in places) && ownVersion.test(text))
      .map(([file]) => `${file}: has a version of its own. Derive it from ${source}, or add the file to tools/lib/release/versions.mjs.`),
  ];
}

/** Writes the version into every place. @param {string} root @param {string} version */
export function setVersion(root, version) {
  for (const [file, pattern] of Object.entries(places)) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    if (!pattern.test(text)) throw new Error(`${file} has no version to replace.`);
    writeFileSync(
      path,
      text.replace(pattern, (_, before) => before + version),
    );
  }
}
