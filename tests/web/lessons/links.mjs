// SPDX-License-Identifier: MIT
/** The links into the page that a text of Markdown names between backticks. @param {string} markdown @returns {string[]} */
export const linksOf = (markdown) => [...new Set([...markdown.matchAll(/`(#[\w-]+=[^`]+)`/g)].map(([, link]) => link))];
