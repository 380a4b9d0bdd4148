// One name in the spellings of different places.

/** @typedef {{name: string, camel: string, type: string, file: string, label: string}} Names */

/**
 * `layer-mean` becomes layerMean in code, LayerMean as a type, layer_mean as a file, "Layer mean" for people.
 * @param {string} name @param {string} [label] @returns {Names}
 */
export function namesOf(name, label) {
  const camel = name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
  const words = name.replaceAll('-', ' ');
  return {
    name,
    camel,
    type: camel[0].toUpperCase() + camel.slice(1),
    file: name.replaceAll('-', '_'),
    label: label ?? words[0].toUpperCase() + words.slice(1),
  };
}

/** The first lines of a source file. @param {string} what */
export const head = (what) => `// SPDX-License-Identifier: MIT\n// ${what}\n`;
