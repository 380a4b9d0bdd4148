// SPDX-License-Identifier: MIT
// @ts-check
// A file's own view may lead elsewhere: to a lesson, or to the list of a data set (src/page/address/saved_view.h). The file may
// be anybody's, so its visitor is asked before any host is.

import { hostsOf } from '../fetch/hosts.js';
import { askUser } from './ask.js';

/** @param {string} fields of an address @param {import('../dialogs/dialogs.js').Asked} asked */
export async function agree(fields, { page, changed }) {
  const open = () => /** @type {any} */ (page.state()).source;
  const before = JSON.stringify(open());
  const hosts = hostsOf(fields, location.href);
  const agreed = hosts.length === 0 || (await askUser('fetch', hosts.join(', ')));
  // What has been opened meanwhile is another matter.
  if (!agreed || JSON.stringify(open()) !== before) return;
  page.apply(fields);
  changed();
}
