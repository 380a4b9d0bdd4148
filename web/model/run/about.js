// SPDX-License-Identifier: MIT
// @ts-check
// What is said of an open model, and what a person does with its line of text.

/** @typedef {'lens' | 'blanked' | 'why' | 'experiment' | 'decide' | 'swap' | 'scores' | 'write'} Asks */
/**
 * @typedef {object} About what is said of an open model
 * @property {string} name @property {string} family for people: "BERT"
 * @property {'next' | 'masked' | 'classes' | 'detector' | 'embedding' | 'translation' | 'none'} kind
 * @property {{layers: number, heads: number}} [decoder] of a model that translates
 * @property {number} layers @property {number} heads @property {number} parameters @property {number} bytes
 * @property {number} memory bytes that it takes while it runs
 * @property {string} [mark] what identifies its files in links (src/model/session/facts.h)
 * @property {boolean} [isPostNorm] what stands between two layers has been normed already
 * @property {boolean} [chats] its chat template is known @property {boolean} takesPairs @property {string} mask how a masked word is written; '': it is not
 * @property {string[]} notes what should be known about it
 * @property {import('../line/helpers.js').Prompt[]} [prompts] what its authors put in front of texts
 * @property {string[]} examples texts to begin with
 * @property {Record<string, string>} [instead] words worth trying in the place of theirs
 * @property {Asks[]} [asks] it runs with the page around this one, to which what is typed goes; what it answers there besides runs
 * @property {import('../picture/pad.js').Seen} [picture] of a model that reads pictures: its line of text is for texts to compare with
 */

/**
 * @typedef {Omit<import('../open/acts.js').Acts, 'recipe'> & OwnDoes} Does what a user does with the line
 * @typedef {object} OwnDoes
 * @property {(recipe: import('./recipe.js').Recipe) => void} start a text of the list, or an example of the model's own
 * @property {(answer: import('./says.js').Answer) => void} goOn writes on with this answer in its place
 * @property {(text: string) => string} title of a text or a picture
 * @property {(word: string) => void} find answers that contain it, in place of the likeliest; '': these
 * @property {() => import('../cut/one_cut.js').Place} place what the views point at
 * @property {(choice: import('../cut/menu.js').Choice) => void} toggle cuts, or takes them back
 * @property {(name: string) => void} show the menu of cuts at a place
 * @property {() => ((tokens: number[]) => void) | null} together what tests tokens as one; null: nothing does
 * @property {() => void} describe the model
 * @property {() => void} close it
 */

/** Whether a model answers this; those of the page answer all. @param {About} about @param {Asks} what */
export const doesAnswer = ({ asks }, what) => !asks || asks.includes(what);
