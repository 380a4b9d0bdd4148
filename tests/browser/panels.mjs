// SPDX-License-Identifier: MIT
// The panels by name, read from their single list, so that tests of every view include a new one.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const list = join(dirname(fileURLToPath(import.meta.url)), '../../src/page/state/panel.h');

const text = readFileSync(list, 'utf8');
const rows = [...text.matchAll(/^ +row\((\w+), "([^"]*)"/gm)];
/** A model's panels, which no file has: isOfModel(). */
const ofModel = [...text.matchAll(/panel == (\w+)/g)].map(([, name]) => name);
export const panelNames = rows.map(([, name]) => name).filter((name) => !ofModel.includes(name));

/** The title of its tab, which is its name on the canvas. @param {string} panel */
export const tabOf = (panel) => rows.find(([, name]) => name === panel)[2];

/** The panels of a text with scores, but without a picture, as in the sample "agreement-keys". */
export const textPanels = panelNames.filter((name) => name !== 'image');
