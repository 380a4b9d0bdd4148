// SPDX-License-Identifier: MIT
// Links that hold their data. Compares their characters with deflate of the same weights, and measures the time to make and to open them.
import { jsonLines } from './common.mjs';

const grouped = (/** @type {number} */ number) => number.toLocaleString('en-US');
const time = (/** @type {number} */ ms) => `${ms >= 100 ? ms.toFixed(0) : ms.toFixed(1)} ms`;

export async function measure() {
  const cases = await jsonLines('native', 'link_bench');
  console.log(
    '\n| analysis | data | characters | its weights alone | bars off by | 8 bits, deflate | 16 bits, deflate | float16, deflate | to make | to open |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const each of cases) {
    const bound = `${each.bound.toFixed(5)}${each.flowOfAll ? '' : ' (flow of one token)'}`;
    const others = [each.bits8, each.bits16, each.float16].map(grouped);
    const shape = `${each.name}, n = ${each.n}, L = ${each.layers}, H = ${each.heads}`;
    console.log(
      `| ${[shape, each.data, grouped(each.characters), grouped(each.alone), bound, ...others, time(each.makeMs), time(each.openMs)].join(' | ')} |`,
    );
  }
  return cases.map((each) => ({
    what: `link, n = ${each.n}, ${each.data}, weights alone`,
    measured: `${grouped(each.alone)} characters`,
    against: `8 bits, deflate ${grouped(each.bits8)}`,
    ratio: each.bits8 / each.alone,
    aim: each.n === 11 ? `under ${each.data === 'fused' ? '2,000' : '12,000'} at n = 12` : undefined,
  }));
}
