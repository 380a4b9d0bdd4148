// SPDX-License-Identifier: MIT
// @ts-check
// Converts pasted links. Links to a page about a file become links to the file.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';

/**
 * The address of the raw data for a link. Unknown links are not changed.
 * @param {string} text @param {string} base for relative links
 * @returns {URL}
 */
export function rawAddress(text, base) {
  let url;
  try {
    url = new URL(text.trim(), base);
  } catch {
    throw new ProblemError(text.trim(), tr('This is not a URL.'), tr('Enter one that starts with https://'));
  }
  if (!['https:', 'http:', 'data:', 'blob:'].includes(url.protocol)) {
    throw new ProblemError(
      url.href,
      tr('Web pages can’t read {} URLs.', url.protocol),
      tr('Drop the file here, or enter a URL that starts with https://'),
    );
  }
  for (const [host, rewrite] of rewrites) if (url.hostname === host) return rewrite(url);
  return url;
}

/** @type {[string, (url: URL) => URL][]} */
const rewrites = [
  ['github.com', fromGitHub],
  ['gist.github.com', fromGist],
  ['huggingface.co', fromHuggingFace],
  ['hf.co', fromHuggingFace],
  ['www.dropbox.com', fromDropbox],
];

/** github.com/OWNER/REPO/(blob|raw)/REF/PATH. @param {URL} url */
function fromGitHub(url) {
  const [, owner, repo, kind, ...path] = url.pathname.split('/');
  if (!['blob', 'raw'].includes(kind) || path.length < 2) return url;
  return new URL(`https://raw.githubusercontent.com/${owner}/${repo}/${path.join('/')}`);
}

/** gist.github.com/[OWNER/]ID[/raw...]. @param {URL} url */
function fromGist(url) {
  const parts = url.pathname.split('/').filter(Boolean);
  const at = parts.findIndex((part) => /^[0-9a-f]{20,}$/.test(part));
  if (at < 0) return url;
  return gistAddress(parts[at], parts[at - 1] ?? '');
}

/** (models|datasets|spaces)/OWNER/REPO/blob/REF/PATH -> resolve. @param {URL} url */
function fromHuggingFace(url) {
  const rewritten = new URL(url);
  rewritten.hostname = 'huggingface.co';
  rewritten.pathname = url.pathname.replace(/^((?:\/(?:datasets|spaces))?\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
  return rewritten;
}

/** @param {URL} url */
function fromDropbox(url) {
  const rewritten = new URL(url);
  rewritten.hostname = 'dl.dropboxusercontent.com';
  rewritten.searchParams.delete('dl');
  return rewritten;
}

/**
 * The first file of a gist, from `#gist=ID` or `#gist=OWNER/ID`. Without an owner GitHub redirects to it.
 * @param {string} id @param {string} owner
 */
export function gistAddress(id, owner = '') {
  const [last, first] = id.split('/').reverse();
  if (!/^[0-9a-f]+$/i.test(last)) {
    throw new ProblemError(tr('gist {}', id), tr('This is not a gist name.'), tr('Copy the hexadecimal id at the end of its URL.'));
  }
  return new URL(`https://gist.githubusercontent.com/${owner || first || 'anonymous'}/${last}/raw`);
}

/** The last part of an address as a file name. @param {URL} url */
export function nameOf(url) {
  if (url.protocol === 'data:') return tr('data in the link');
  const last = url.pathname.split('/').filter(Boolean).pop();
  try {
    return last ? decodeURIComponent(last) : url.hostname;
  } catch {
    return last ?? url.hostname;
  }
}
