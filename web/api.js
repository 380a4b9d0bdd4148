// SPDX-License-Identifier: MIT
// @ts-check
/** @typedef {any} Headwaters */
export function createApi(parts) {
  return { public: { ready: Promise.resolve() }, tell() {}, failed() {}, exported() {}, rested() {}, begin() { window['hwframes'] = parts.frames; } };
}
