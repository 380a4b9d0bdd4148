// SPDX-License-Identifier: MIT
// @ts-check
// The sentences of a step that state something, and which of them compare.

/** @typedef {{text: string, isAsked: boolean}} Sentence isAsked: a question, a hint or a wrong answer, which claims nothing */

const comparing =
  /\b(more|most|mostly|less|least|larger|largest|smaller|smallest|higher|highest|lower|lowest|wider|widest|narrower|narrowest|fewer|fewest|above|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|half|halves|halved|quarter|twice|double|same|alike|equally|exactly|opposite|almost|nearly|hardly|closest|falls?|fell|rises?|rose|grows|shrinks?|ahead|ranks?|ranked|sharper|destroys|high|low|far)\b/i;
/** Which changes are so is seen by their verbs (lessons.test.mjs). */
const byVerb = /\b(falls? to|rises? to) \{[^}]*\|model [^}]*\}/;

/** @param {any} step a step, or a lesson's line in the list @returns {Sentence[]} */
export function sentencesOf({ title, about, text, act, change, question, number, hints, reveal }) {
  /** @type {Sentence[]} */
  const all = [];
  const add = (/** @type {any} */ from, isAsked = false) => {
    for (const words of [from ?? []].flat(3)) {
      if (typeof words !== 'string') continue;
      for (const one of words.split(/(?<=[.?!:]["”*`)]?)\s+(?=[A-Z“*`{(])/)) all.push({ text: one, isAsked: isAsked || one.endsWith('?') });
    }
  };
  add([title, about, text]);
  add(
    [...(act ? [act] : []), ...(change ?? [])].map((/** @type {any} */ one) => one.says),
    true,
  );
  add([question?.text, number?.ask, hints], true);
  for (const answer of question?.answers ?? []) {
    add(answer.text, !answer.right);
    add(answer.says);
  }
  add([number?.says, reveal]);
  for (const one of number?.wrong ?? []) add(one.says, true); // the mistake, no claim
  return all;
}

/** @param {Sentence} sentence */
export const compares = ({ text, isAsked }) => !isAsked && !byVerb.test(text) && comparing.test(text.replace(/\{([^|}]*)\|[^}]*\}/g, '$1'));
