// SPDX-License-Identifier: MIT
// @ts-check
export class Mirror {
  constructor(root, page) {}
  refreshSoon() {}
}
