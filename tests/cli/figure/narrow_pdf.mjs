// SPDX-License-Identifier: MIT
// @ts-check
// The figure in the tests of papers is a sample's figure as PDF, 83 mm wide.
import { fileURLToPath } from 'node:url';

import { output } from '../program.mjs';

export const samples = fileURLToPath(new URL('../../../web/samples', import.meta.url));

/** @param {string} file that is written @param {string} view @param {string} sample @param {string} fields of the address @param {string[]} more options */
export const writeNarrowPdf = (file, view, sample, fields, ...more) =>
  output(
    ['figure', `${samples}/${sample}.json`, '--quiet', '--view', view, '--state', `v=1&${fields}`].concat(
      ['--width', '83mm', '--out', file],
      more,
    ),
  );
