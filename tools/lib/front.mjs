// The page in front of several versions of the program, each of which keeps its path, versions/VERSION/.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Numbers between dots are compared as numbers. @param {string} a @param {string} b */
export function byVersion(a, b) {
  const numbers = (text) => text.split(/[.-]/).map((part) => (/^\d+$/.test(part) ? Number(part) : -1));
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A name that is safe in a URL. */
const plain = /^[\w.-]+$/;

/** Goes on to the newest version, with the rest of the URL. */
const script =
  "location.replace(new URL(document.querySelector('a').getAttribute('href') + location.search + location.hash, location.href))";

/** @param {string[]} versions newest first */
const page = (versions) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; base-uri 'none'; form-action 'none'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Headwaters</title>
  </head>
  <body>
    <p>Headwaters, all versions:</p>
    <ul>
${versions.map((version) => `      <li><a href="versions/${version}/">${version}</a></li>`).join('\n')}
    </ul>
    <script>${script}</script>
  </body>
</html>
`;

/**
 * Writes index.html and versions/index.json into a folder that has versions/VERSION/index.html for each version.
 * @param {string} out @returns {string[]} the versions, newest first
 */
export function writeFront(out) {
  const folder = join(out, 'versions');
  mkdirSync(folder, { recursive: true });
  const versions = readdirSync(folder)
    .filter((name) => plain.test(name) && existsSync(join(folder, name, 'index.html')))
    .sort(byVersion)
    .reverse();
  writeFileSync(join(out, 'index.html'), page(versions));
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify({ newest: versions[0], versions })}\n`);
  return versions;
}
