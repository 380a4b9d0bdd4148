// SPDX-License-Identifier: MIT
// @ts-check
// A file's view may lead to another host, through a lesson or the list of a data set (src/page/address/saved_view.h). Strangers write such
// files, so the visitor is asked before any request to that host.

import { hostsOf } from '../fetch/hosts.js';
import { askUser } from './permission.js';

/** @param {string} fields of a view @param {import('../dialogs/dialogs.js').DialogServices} services */
export async function applyAfterConsent(fields, { page, changed }) {
  const open = () => page.state().source;
  const before = JSON.stringify(open());
  const hosts = hostsOf(fields, location.href);
  const agreed = hosts.length === 0 || (await askUser('fetch', hosts.join(', ')));
  // Another document was opened meanwhile.
  if (!agreed || JSON.stringify(open()) !== before) return;
  page.apply(fields);
  changed();
}
