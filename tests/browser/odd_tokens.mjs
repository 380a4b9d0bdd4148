// SPDX-License-Identifier: MIT
/** Tokens of many scripts, as tokenizers write them, including a long and an empty one. */
export const oddTokens = [
  '[CLS]',
  'שלום',
  'مرحبا',
  'नमस्ते',
  'ไทย',
  '👩‍👩‍👧',
  '漢字',
  'かな',
  '한국어',
  'e\u0301',
  'a'.repeat(200),
  '<0xE2>',
  'Ġnaïve',
  'Ã©',
  '▁the',
  '',
];
