// SPDX-License-Identifier: MIT
// The answers of the page's own engine, for tests in other languages. `node ask_folder.mjs FOLDER` reads [{text, target, ask, swap, write,
// pair, edges, ...}, ...] from standard input (the rest as asked() of model_instance.mjs takes it), and prints a list of answers.
// `picture`, {name, width, height, pixels}, is stored first, where pixels are red, green, blue and opacity in base64. `ask` is a question
// of src/model/service/run_questions.h with its arguments. Without it the text is run or, by `write`, continued.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { argumentValues } from '../../../web/model/given/arguments.js';
import { ask, askAbout, asked, give, keepPicture, open, start } from './model_instance.mjs';

const folder = process.argv[2];
await start();
const files = readdirSync(folder).filter((name) =>
  /^(config|tokenizer|tokenizer_config|generation_config|preprocessor_config)\.json$|^chat_template\.jinja$|\.safetensors$/.test(name),
);
const opened = open(files.map((name) => [name, readFileSync(join(folder, name))]));
if (opened.problem) throw new Error(JSON.stringify(opened.problem));
const answers = JSON.parse(readFileSync(0, 'utf8')).map(({ text, ask: about, swap, write, picture, ...more }) => {
  if (picture) {
    give([Uint8Array.from(Buffer.from(picture.pixels, 'base64'))]);
    keepPicture(picture.name, 'a picture', picture.width, picture.height);
  }
  const recipe = asked(text, { ...more, ...(swap && { clean: swap[0], swaps: swap[1] }) });
  const { result, problem } = write
    ? ask({ call: 'write', recipe, ...argumentValues('write', write) })
    : about
      ? askAbout(about[0], about.slice(1), recipe)
      : ask({ call: 'run', as: text, name: 'toy', recipe, isSettled: true });
  return problem ? { problem } : result;
});
process.stdout.write(JSON.stringify({ about: opened.result, answers }));
