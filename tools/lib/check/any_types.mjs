// No type in web/ is `any`, which would switch the compiler's checks off where data cross a boundary. A value that may be anything is
// `unknown` until code has checked it. Biome's rule noExplicitAny does not read JSDoc.

/** The types in JSDoc, each with its index in the text. @param {string} text */
function* typesIn(text) {
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    for (const tag of comment[0].matchAll(/@(?:type|param|returns|property|typedef|template|this)\s+\{/g)) {
      const begin = tag.index + tag[0].length;
      let end = begin;
      for (let depth = 1; depth > 0 && end < comment[0].length; end += 1) depth += { '{': 1, '}': -1 }[comment[0][end]] ?? 0;
      yield { type: comment[0].slice(begin, end - 1), at: comment.index + begin };
    }
  }
}

/** Errors for each type `any`. @param {Iterable<[string, string]>} files path and text @returns {string[]} */
export function checkAnyTypes(files) {
  const errors = [];
  for (const [file, text] of files) {
    if (!/^web\/.*\.(js|d\.ts)$/.test(file)) continue;
    // In a declaration, everything except comments is types.
    const plain = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));
    const types = file.endsWith('.d.ts') ? [{ type: plain, at: 0 }] : [...typesIn(text)];
    for (const { type, at } of types) {
      const words = type.replace(/'[^'\n]*'/g, (literal) => ' '.repeat(literal.length));
      for (const { index } of words.matchAll(/\bany\b/g))
        errors.push(
          `${file}:${text.slice(0, at + index).split('\n').length}: the type any checks nothing. Name the type, or use unknown and check the value.`,
        );
    }
  }
  return errors;
}
