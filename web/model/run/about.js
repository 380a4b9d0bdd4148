// SPDX-License-Identifier: MIT
// @ts-check
// The description of an open model, and the actions of its line of text.

/**
 * @typedef {object} Prompted the pictures of a prompt
 * @property {number} width in pixels, of a frame @property {number} height @property {number} rows of patches @property {number} columns
 * @property {number} tokens of a frame @property {boolean} hasTiles large pictures can be split into several frames
 */
/** @typedef {'lens' | 'blanked' | 'why' | 'experiment' | 'decide' | 'swap' | 'circuit' | 'scores' | 'write' | 'patches' | 'contacts' | 'sound'} SupportedQuestion */
/**
 * @typedef {object} About the description of an open model
 * @property {string} name @property {string} family for people, such as "BERT"
 * @property {'next' | 'masked' | 'classes' | 'detector' | 'embedding' | 'translation' | 'none'} kind
 * @property {{layers: number, heads: number}} [decoder] for a model that translates
 * @property {number} layers @property {number} heads @property {number} parameters @property {number} bytes
 * @property {number} memory bytes during a run
 * @property {string} [mark] identifies its files in links (src/model/session/facts.h)
 * @property {boolean} [isPostNorm] the residual stream between layers is already normed
 * @property {boolean} [chats] its chat template is supported @property {boolean} takesPairs @property {string} mask the text of a masked
 * word, '' for none
 * @property {{seconds: number, languages: string[], tasks: string[]}} [sound] of a model that hears: the longest sound, and what it can write
 * @property {boolean} [residues] it reads proteins, one token for each residue
 * @property {string[]} notes facts that users should know
 * @property {import('../line/helpers.js').Prompt[]} [prompts] prefixes for texts that its authors define
 * @property {string[]} examples first texts
 * @property {Record<string, string>} [instead] suggested replacements for their words, and second texts for whole ones
 * @property {SupportedQuestion[]} [asks] set if the model runs in the embedding page, which receives the typed text: the questions that it answers
 * besides runs
 * @property {Prompted} [prompted] for a model that reads pictures in its prompt
 * @property {import('../picture/pad.js').Seen} [picture] for a model that reads pictures, whose line of text has the texts to compare with
 */

/**
 * @typedef {Omit<import('../open/acts.js').Acts, 'recipe'> & OwnCallbacks} Callbacks the actions of the line
 * @typedef {object} OwnCallbacks
 * @property {(recipe: import('./recipe.js').Recipe) => void} start runs a text of the list, or an example of the model
 * @property {(answer: import('./answers.js').Answer) => void} goOn continues the text with this answer
 * @property {(text: string) => string} title of a text or a picture
 * @property {(word: string) => void} find shows the answers that contain it, or the most likely for ''
 * @property {() => import('../cut/one_cut.js').Place} place the selection in the views
 * @property {(choice: import('../cut/menu.js').Choice) => void} toggle adds the cuts or removes them
 * @property {(name: string) => void} show opens the menu of cuts at a place
 * @property {() => ((tokens: number[]) => void) | null} together tests tokens together, null if the model cannot
 * @property {(file: File) => void} takePicture asks about this picture, or reads it
 * @property {() => void} describe describes the model
 * @property {() => void} close closes the model
 */

/** Whether a model answers this question. The page's own models answer all. @param {About} about @param {SupportedQuestion} what */
export const doesAnswer = ({ asks }, what) => !asks || asks.includes(what);
