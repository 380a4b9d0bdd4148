// SPDX-License-Identifier: MIT
// @ts-check
// Which hosts would be asked for what a stranger's file names: said before they are.

import { rawAddress } from './sources.js';

/** The host, with its port, that is asked for an address; '' where none is: data and blob addresses, and what is none. @param {string} address @param {string} page the page's own */
export function hostOf(address, page) {
  try {
    const url = rawAddress(address, page);
    return /^https?:$/.test(url.protocol) ? url.host : '';
  } catch {
    return '';
  }
}

/**
 * The hosts behind the fields of a view that lead elsewhere (`dataset`, `lesson`), each once. Lessons by the names of this site,
 * those that a link holds and lists of this machine are behind none.
 * @param {string} fields of an address @param {string} page the page's own address @returns {string[]}
 */
export function hostsOf(fields, page) {
  const hosts = fields.split('&').map((pair) => {
    const [, key, text = ''] = /^(dataset|lesson)=(.*)$/.exec(pair) ?? [];
    const value = decoded(text);
    if (!key || !value || value.startsWith('local:') || value.startsWith('z:')) return '';
    return key === 'lesson' && /^[a-z0-9][a-z0-9-]*$/.test(value) ? '' : hostOf(value, page);
  });
  return [...new Set(hosts.filter(Boolean))];
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
