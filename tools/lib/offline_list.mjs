// The files that the page stores for use without a network (web/service_worker.js), with their paths, hashes and sizes.
import { createHash } from 'node:crypto';

import { hostedModels } from './models.mjs';

/** Not fetched ahead: files for debuggers, the list itself and its worker, models of many megabytes, and the page as a download. */
const leftOut = /\.map$|^(offline\.json|service_worker\.js|one-file\.html)$|^(gallery|versions)\//;

/**
 * @param {string} version @param {Map<string, Uint8Array>} files by their paths, with forward slashes
 * @returns {string} offline.json. Equal sites give equal text.
 */
export function offlineList(version, files) {
  const rows = [...files].filter(([path]) => !leftOut.test(path) && !hostedModels.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = rows.map(
    ([path, bytes]) => `${JSON.stringify(path)}: ["${createHash('sha256').update(bytes).digest('hex')}", ${bytes.length}]`,
  );
  return `{"version": ${JSON.stringify(version)}, "files": {\n${listed.join(',\n')}\n}}\n`;
}
