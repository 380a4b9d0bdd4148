// Models that a site hosts in addition to those of web/models, with their files and their rows in models/index.json.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The page's data about them. Its texts about them are in web/model/files/model_source.js. */
const rows = {
  minilm: {
    files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'],
    examples: ['The keys to the cabinet are on the table.', 'A man is playing a guitar.', 'Two dogs run across a field.'],
    licence: 'Apache-2.0',
  },
  smollm2: {
    files: ['SmolLM2-135M-Instruct.Q4_1.gguf'],
    examples: ['The keys to the cabinet', 'The capital of France is', 'When Mary and John went to the store, John gave a drink to'],
    licence: 'Apache-2.0',
  },
};

/**
 * @param {string[]} wanted `NAME=FOLDER` each, as tools/build gives them @returns {{id: string, folder: string, row: typeof rows.minilm}[]}
 */
function named(wanted) {
  return wanted.map((text) => {
    const [id, folder = ''] = text.split(/=(.*)/s);
    const row = Object.hasOwn(rows, id) ? rows[/** @type {keyof typeof rows} */ (id)] : null;
    if (!row) throw new Error(`There is no model ${id}. Choose from: ${Object.keys(rows).join(', ')}.`);
    const missing = row.files.find((name) => !existsSync(join(folder, name)));
    if (missing) throw new Error(`${join(folder, missing)} is missing. tools/build --with-model ${id} fetches it.`);
    return { id, folder, row };
  });
}

/**
 * Puts models into a site, with their files and licence, under models/NAME/, and adds their rows after the existing ones.
 * @param {{write: (content: string | Uint8Array, to: string) => void, read: (to: string) => Buffer, copy: (from: string, to: string) => void}} site
 * @param {string[]} wanted `NAME=FOLDER` each
 */
export function addModels(site, wanted) {
  const models = named(wanted);
  if (models.length === 0) return;
  const index = JSON.parse(site.read('models/index.json').toString());
  for (const { id, folder, row } of models) {
    for (const name of readdirSync(folder)) site.copy(join(folder, name), `models/${id}/${name}`);
    const bytes = row.files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    index.push({ id, files: row.files, bytes, examples: row.examples, licence: row.licence });
  }
  site.write(`${JSON.stringify(index, null, 2)}\n`, 'models/index.json');
}

/** Paths that are too large to be stored for use without a network. */
export const hostedModels = new RegExp(`^models/(${Object.keys(rows).join('|')})/`);
