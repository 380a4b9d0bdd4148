// Habits that make English hard to read, counted per 10,000 words (CONTRIBUTING.md, "Habits"). Documents, interface, lessons and comments
// meet the aims.

/** @type {Record<string, {aim: number, pattern: RegExp}>} */
const habits = {
  'a question word in place of a noun': {
    aim: 9,
    pattern: /\b[Ww]hat (?:is|was|are|were|it|they|a|an|the|has|each|else|one|no|came|comes|stands|you|follows)\b/g,
  },
  'things that speak': { aim: 6, pattern: /\b(?:says?|said|tells?|told)\b/g },
  '"Of" in front': { aim: 1, pattern: /(?:^|[.;:] )Of (?:a|an|the|each|all|other|these|those|such|models?|[A-Z])/gm },
  'words of place': { aim: 3, pattern: /\b(?:beside|stands?|behind|room for)\b/g },
  'people without a name': { aim: 2, pattern: /\b(?:[Ww]hoever|[Ss]omebody|[Ww]ho (?:is|has|looks|writes|wants|types|cuts))\b/g },
  'near misses': { aim: 4, pattern: /\b(?:but for|in all|so many|so much|of its own|to be (?:asked|told|read)|as it (?:is|was|has))\b/g },
  'colons and semicolons': { aim: 200, pattern: /[:;](?:\s|$)/gm },
};
/** For each hundred sentences, those with more than `long` words. */
const [long, mostLong] = [30, 7];

const wordsOf = (/** @type {string} */ text) => text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? [];

/** A document's sentences, without samples, targets of links and marks of tables. @param {string} text */
const plain = (text) =>
  text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`/g, 'X')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|[-| :]+\|?\s*$/gm, '')
    .replaceAll('|', '. ')
    .replace(/<[^>]+>/g, ' ');

/** Types in braces, with one level inside. */
const types = /\{(?:[^{}]|\{[^{}]*\})*\}/g;

/**
 * A comment without its samples (lines indented by four), types, names of parameters, and labels of its fields. They are no prose.
 * @param {string} comment
 */
const prose = (comment) =>
  comment
    .replace(/^ {4,}\S.*$/gm, ' ')
    .replace(types, ' ')
    .replace(/@(?:param|property|typedef|template)\s+\S+/g, ' ')
    .replace(/(^|[.)] )(?:Cost|Errors?|Memory|Ranges?|Shapes?|Source|Units?):/gm, '$1');

/** The comments of C++ and JavaScript, by paragraph. @param {string} source */
export function commentsOf(source) {
  const blocks = [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, body]) => prose(body.replace(/^\s*\*/gm, '')));
  const lines = source.split('\n').map((line) => (/SPDX/.test(line) ? '' : prose(/(?:^|[^:"'])\/\/+<?\s?(.*)$/.exec(line)?.[1] ?? '\0')));
  return [lines.join(' ').replaceAll('\0', '\n\n'), ...blocks].join('\n\n');
}

/**
 * @typedef {object} Kind
 * @property {string} name @property {RegExp} files @property {(text: string) => string[]} texts
 */
/** @type {Kind[]} */
const kinds = [
  {
    name: 'documents',
    files: /^(?:docs\/[^/]*|README|CONTRIBUTING|CHANGELOG|SECURITY|CODE_OF_CONDUCT|changes\/[^/]*)\.md$/,
    texts: (text) => [plain(text)],
  },
  {
    name: 'interface',
    files: /^web\/languages\/de\/(?!lessons\.)[^/]*\.json$/,
    texts: (text) => Object.keys(JSON.parse(text)),
  },
  {
    name: 'lessons',
    files: /^web\/languages\/de\/lessons\.json$/,
    texts: (text) => Object.keys(JSON.parse(text)),
  },
  { name: 'comments of src', files: /^src\/.*\.(?:cpp|h)$/, texts: (text) => [plain(commentsOf(text))] },
  { name: 'comments of web', files: /^web\/.*\.js$/, texts: (text) => [plain(commentsOf(text))] },
  {
    name: 'comments of tests and tools',
    files: /^(?:tests|tools)\/.*\.(?:cpp|h|mjs)$/,
    texts: (text) => [plain(commentsOf(text))],
  },
];

/** The rate of each habit per 10,000 words. @param {string[]} texts @returns {{rates: Record<string, number>, long: number, words: number}} */
export function ratesOf(texts) {
  const words = texts.reduce((sum, text) => sum + wordsOf(text).length, 0);
  const rates = Object.fromEntries(
    Object.entries(habits).map(([name, { pattern }]) => [
      name,
      (1e4 * texts.reduce((sum, text) => sum + (text.match(pattern) ?? []).length, 0)) / Math.max(1, words),
    ]),
  );
  const lengths = texts
    .flatMap((text) => text.split(/(?<=[.!?])\s+|\n\s*\n|\n[-*#]\s/).map((one) => wordsOf(one).length))
    .filter((n) => n > 3);
  return { rates, long: (100 * lengths.filter((n) => n > long).length) / Math.max(1, lengths.length), words };
}

/** @param {Iterable<[string, string]>} files path and text @returns {string[]} faults */
export function checkProse(files) {
  const all = [...files];
  return kinds.flatMap(({ name, files: pattern, texts }) => {
    const found = ratesOf(all.filter(([file]) => pattern.test(file)).flatMap(([, text]) => texts(text)));
    const over = Object.entries(found.rates)
      .filter(([habit, rate]) => rate > habits[habit].aim)
      .map(([habit, rate]) => `${name}: ${habit}, ${rate.toFixed(1)} in 10,000 words; at most ${habits[habit].aim}.`);
    if (found.long > mostLong)
      over.push(`${name}: ${found.long.toFixed(1)} % of the sentences have more than ${long} words; at most ${mostLong} %.`);
    return over;
  });
}
