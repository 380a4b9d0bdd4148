// SPDX-License-Identifier: MIT
// @ts-check
// Files for a model of proteins: a FASTA file is its text, a structure is shown in Contacts.

import { residuesIn } from './fasta.js';
import { chainsOf, isStructure } from './structure.js';
import { ProblemError, saidOf } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** Bytes of a FASTA file, more than any entry that a model here reads. */
const mostText = 2 ** 20;
const mostBytes = 2 ** 27;

/**
 * @param {File} file @param {import('../open/open_model.js').OpenModel} model @param {import('../models.js').ModelServices} services
 * @returns {Promise<boolean>} false if it is something else
 */
export async function takeProtein(file, model, { surface, changed, announce }) {
  const start = await file.slice(0, 1 << 16).text();
  if (start.trimStart().startsWith('>')) {
    const text = residuesIn(file.size > 1 << 16 ? await file.slice(0, mostText).text() : start);
    const others = start.split(/\n>/).length - 1;
    model.acts.run({ ...model.acts.atStep(), text });
    if (others > 0) announce(tr('Only the first entry of this file was read.'));
    return true;
  }
  if (!isStructure(start)) return false;
  try {
    if (file.size > mostBytes) throw new ProblemError(file.name, tr('This file is too large.'), '');
    model.structure = { name: file.name, chains: chainsOf(await file.text()) };
    surface().setState({ panel: 'contacts' });
    model.page?.see();
    changed();
  } catch (error) {
    model.page?.bar.showStatus(saidOf(error, file.name), true);
  }
  return true;
}
