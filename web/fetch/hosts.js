// SPDX-License-Identifier: MIT
// @ts-check
// The hosts that a stranger's file leads to, shown before they receive a request.

import { rawAddress } from './sources.js';

/**
 * The host, with its port, that would receive a request for an address. '' for none, as for data and blob addresses and invalid ones.
 * @param {string} address @param {string} page the page's own
 */
export function hostOf(address, page) {
  try {
    const url = rawAddress(address, page);
    return /^https?:$/.test(url.protocol) ? url.host : '';
  } catch {
    return '';
  }
}

/**
 * The hosts of the fields of a view that lead elsewhere (`dataset`, `lesson`), each once. Lessons of this site, lessons in a link and local
 * lists have no host.
 * @param {string} fields of a view @param {string} page the page's own address @returns {string[]}
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
