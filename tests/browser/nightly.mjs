// SPDX-License-Identifier: MIT
// Tests that a run of all tests leaves to `tools/test nightly`, because they walk through more of the same. Each such test is reported as
// skipped.

/** Why a test is skipped in this run, or false. For a test's option `skip`. @type {string | false} */
export const atNight = !process.env.HEADWATERS_NIGHTLY && 'HEADWATERS_NIGHTLY=1 runs it (tools/test nightly)';

/** Lessons that every run walks through. Together they have all kinds of steps, a model that runs and the longest texts. */
const always = ['flow-by-hand', 'which-to-believe', 'pictures'];

/** The same for a test that walks through a lesson. @param {string} id */
export const unlessAlways = (id) => !always.includes(id) && atNight;
