// SPDX-License-Identifier: MIT
// What a run of all tests leaves to `tools/test nightly`: the same walk through more of the same. Each test that is left out says so by its name.

/** Why a test is left out of this run; false: it is not. As a test's option `skip`. @type {string | false} */
export const atNight = !process.env.HEADWATERS_NIGHTLY && 'HEADWATERS_NIGHTLY=1 runs it (tools/test nightly)';

/** Lessons that every run walks through: among them are all kinds of steps, a model that runs and the longest texts. */
const always = ['flow-by-hand', 'which-to-believe', 'pictures'];

/** The same for a test that walks through a lesson. @param {string} id */
export const unlessAlways = (id) => !always.includes(id) && atNight;
