// SPDX-License-Identifier: MIT
// @ts-check
// Templates for new lessons, and a view as a step's members.

import { tr } from '../../base/language.js';
import { form } from './read.js';

/** @param {string} data @param {string} view */
export const template = (data, view) => ({
  form,
  id: 'my-lesson',
  title: tr('My lesson’s title'),
  about: tr('One sentence for the list of lessons.'),
  minutes: 10,
  sources: [
    'Abnar, S. and Zuidema, W. (2020). *Quantifying Attention Flow in Transformers*. ACL. [arXiv:2005.00928](https://arxiv.org/abs/2005.00928)',
  ],
  steps: [
    {
      title: tr('The first step’s title'),
      text: [tr('Explain *one* thing, and where to look. A token is `keys`, a formula $A = 0.5 I + 0.5 W$.')],
      data: dataMember(data),
      view,
      point: ['bars'],
      question: {
        text: tr('What do you expect?'),
        answers: [
          { text: tr('This'), right: true, says: [tr('Why this is right.')] },
          { text: tr('That'), says: [tr('Why this is wrong.')] },
        ],
      },
      hints: [tr('Where to look.')],
      reveal: [tr('The point to remember.')],
    },
  ],
});

/** A link's data as a lesson's member. @param {string} field such as sample=agreement-keys @returns {object} */
export function dataMember(field) {
  const [, kind, text] = /^(sample|url|gist|model)=(.*)$/.exec(field) ?? [];
  if (kind === 'model') {
    const [model, prompt = ''] = text.split('&prompt=').map(decodeURIComponent);
    const [, train, seed] = /^train:([a-z0-9-]+):(\d+)$/.exec(model) ?? [];
    if (train) {
      const { text: run, step = 0 } = prompt.startsWith('{"') ? JSON.parse(prompt) : { text: prompt };
      return { train, seed: Number(seed), step, text: run };
    }
    return { model, text: prompt };
  }
  if (kind === 'sample') return { sample: text };
  if (kind === 'url') {
    const address = decodeURIComponent(text);
    // Data from the lesson itself go back into it.
    if (address.startsWith('data:application/json,')) return JSON.parse(decodeURIComponent(address.slice('data:application/json,'.length)));
    return { address };
  }
  if (kind === 'gist') return { address: `https://gist.github.com/${decodeURIComponent(text)}` };
  return { sample: 'agreement-keys' };
}

/** The current address as a step's data and view. @param {string} fields of a link */
export function recorded(fields) {
  const pairs = fields.split('&').filter((pair) => !/^(v|lesson|step|present)=/.test(pair));
  const isData = (/** @type {string} */ pair) => /^(sample|url|gist|local|data|model|prompt)=/.test(pair);
  const data = pairs.filter(isData).sort().join('&'); // sorted, so that "model" precedes its "prompt"
  const view = pairs.filter((pair) => !isData(pair)).join('&');
  return { data, view, travels: /^((sample|url|gist)=|model=(train(:|%3A)[a-z0-9-]+(:|%3A)\d+|[a-z0-9-]+)(&|$))/.test(data) };
}
