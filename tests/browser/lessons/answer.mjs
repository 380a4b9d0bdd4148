// SPDX-License-Identifier: MIT
// A student answers a step's question: chooses, acts where the step has an act, and checks.
import { byId } from '../harness.mjs';

/** @param {import('playwright-core').Page} page @param {number} choice from 0 */
export async function answer(page, choice) {
  await byId(page, `lesson/answer/${choice}`).check();
  const act = byId(page, 'lesson/act');
  if (await act.isVisible()) await act.click();
  await byId(page, 'lesson/judge').click();
}
