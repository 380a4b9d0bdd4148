// SPDX-License-Identifier: MIT
// @ts-check
// The lines of Python that make a file. They must equal those in README.md (tests/web/from_model.test.mjs).

import { around, make } from '../base/elements.js';
import { copyText } from '../base/clipboard.js';
import { tr } from '../base/language.js';

export const python = `import json
from transformers import AutoModel, AutoTokenizer
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
model = AutoModel.from_pretrained("bert-base-uncased", attn_implementation="eager", output_attentions=True)
inputs = tokenizer("The keys to the cabinet are on the table.", return_tensors="pt")
json.dump({"tokens": tokenizer.convert_ids_to_tokens(inputs.input_ids[0]),
           "attentions": [a.tolist() for a in model(**inputs).attentions]}, open("attention.json", "w"))`;

/** A section of the dialog Open. */
export function fromModelContent() {
  const copy = make('button', {
    'data-id': 'open/copy-script',
    textContent: tr('Copy'),
    onclick: async () => {
      copy.textContent = (await copyText(python)) ? tr('Copied') : tr('Press Ctrl+C');
    },
  });
  return [
    make('h3', { textContent: tr('A file from your model') }),
    make('pre', { className: 'snippet' }, make('code', { textContent: python })),
    make('p', { className: 'row' }, copy),
    make(
      'p',
      { className: 'muted' },
      ...around(
        tr('Keep {}. Faster kernels (SDPA, FlashAttention) do not store the weights, so the model returns None without it.'),
        make('code', { textContent: 'attn_implementation="eager"' }),
      ),
    ),
    make(
      'p',
      { className: 'muted' },
      ...around(
        tr('Use {} for batches, generated text, pictures, gradients and notebooks.'),
        make('a', { href: 'python/headwaters.py', download: 'headwaters.py', textContent: 'headwaters.py' }),
      ),
    ),
  ];
}
