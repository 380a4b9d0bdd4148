// SPDX-License-Identifier: MIT
// @ts-check
// Results as a NumPy file, version 1.0, float64 in C order. Missing values are NaN.

/** @typedef {(number | null)[] | (number | null)[][]} Values */

/**
 * Shape: [layer][token], or [layer][output][input]. A single layer's matrix has no layer axis.
 * @param {{layers: {values: Values}[]}} results @returns {Blob}
 */
export function npyOf({ layers }) {
  const isMatrix = Array.isArray(layers[0]?.values[0]);
  const rows = layers.map(({ values }) => values);
  const shape = [rows.length, rows[0]?.length ?? 0, ...(isMatrix ? [/** @type {number[][]} */ (rows[0])[0].length] : [])];
  if (isMatrix && shape[0] === 1) shape.shift();
  const numbers = /** @type {(number | null)[]} */ (rows.flat(2)).map((value) => value ?? NaN);
  const words = `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  // Magic, version and length take 10 bytes. Data begin at a multiple of 64.
  const header = `${words.padEnd(Math.ceil((words.length + 11) / 64) * 64 - 11)}\n`;
  const bytes = new DataView(new ArrayBuffer(10 + header.length + 8 * numbers.length));
  [0x93, ...new TextEncoder().encode('NUMPY'), 1, 0].forEach((byte, i) => {
    bytes.setUint8(i, byte);
  });
  bytes.setUint16(8, header.length, true);
  new TextEncoder().encode(header).forEach((byte, i) => {
    bytes.setUint8(10 + i, byte);
  });
  numbers.forEach((number, i) => {
    bytes.setFloat64(10 + header.length + 8 * i, number, true);
  });
  return new Blob([bytes.buffer], { type: 'application/octet-stream' });
}
