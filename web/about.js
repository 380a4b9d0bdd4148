// SPDX-License-Identifier: MIT
// @ts-check
// "What am I looking at?": one paragraph and its limits for each view.

/** @type {Record<string, {title: string, paragraphs: string[]}>} */
export const aboutViews = {
  overview: {
    title: 'What am I looking at?',
    paragraphs: [
      'A transformer mixes information between tokens in every layer. Raw attention shows one layer’s mixing. Attention rollout follows the mixing through all layers up to the chosen one: it multiplies the layers’ matrices, each joined with the residual connection. Attention flow asks how much could pass from an input token to the output at most, if attention weights were the widths of pipes (Abnar & Zuidema 2020).',
      'None of the three shows what a model computes with the information, nor the value vectors, the output projections or the feed-forward layers. A token with a high share was available to the output; that it was used is a hypothesis to be tested.',
    ],
  },
  bars: {
    title: 'Token bars',
    paragraphs: [
      'Each bar is an input token’s share in the chosen output token after the layers up to the present one. The outline is the layer before. Numbers are exact; the bar’s scale is that of the layer.',
      'With rollout and relative flow the shares of a row sum to 1, so a bar grows only when others shrink. In deep models rollout tends to the same row for all outputs; small differences are then the message.',
    ],
  },
  matrix: {
    title: 'Matrices',
    paragraphs: [
      'Rows are output tokens (queries), columns input tokens (keys). A row says where its token draws information from. Left the present layer alone, right the chosen method up to the present layer. Both have their own scale, named below.',
      'Zoomed out, a pixel shows the largest of the cells that it covers, so that thin peaks stay visible; areas then look stronger than they are on average.',
    ],
  },
  evolution: {
    title: 'Evolution',
    paragraphs: [
      'One row a layer, one column a token: how the chosen output’s shares change from the first layer (bottom) to the last (top). It is the figure of the paper.',
      'One colour scale serves all layers. Early layers, which attend to single tokens, can make late ones look pale.',
    ],
  },
  flow: {
    title: 'Attention flow',
    paragraphs: [
      'The largest amount that can pass from the output token down to an input token when each attention weight is a capacity. The minimum cut marks the weights that limit it: enlarging any other would change nothing. Every number is certified by a cut of the same size.',
      'Many tokens can sit at the same ceiling, so flow ranks less finely than rollout. Which paths carry the flow is not unique; the amount is. In causal models early tokens have more paths and thus more flow whatever the weights are.',
    ],
  },
  heads: {
    title: 'Heads',
    paragraphs: [
      'Every layer and head as a small matrix: rows are queries, columns keys. Heads can be switched into and out of the fusion, from which all methods are computed, or looked at alone.',
      'A thumbnail shows the largest of the cells that a pixel covers. That a head has a striking pattern does not mean that the model’s answer depends on it.',
    ],
  },
  compare: {
    title: 'Compare',
    paragraphs: [
      'Two to four ways to look at the same data side by side, with one cursor: methods, settings, layers. The difference has a scale of its own, centred at zero; the rank correlation says how far two orders of tokens agree.',
      'Agreement between methods is no proof that they are right: they share the attention weights and thus their blind spots.',
    ],
  },
  image: {
    title: 'Image',
    paragraphs: [
      'For vision transformers: the chosen output’s shares as light on the patches of the picture. Tokens that are no patches ([CLS], registers) are left out of it.',
      'A patch is larger than what it shows; smoothing between patches is for the eye and carries no information.',
    ],
  },
  faithfulness: {
    title: 'Faithfulness',
    paragraphs: [
      'Spearman’s rank correlation between each method after each layer and the file’s own importance scores, such as how much the answer changes when a token is blanked out. It is the table of the paper, for your model.',
      'The scores are measurements with assumptions of their own (blanking out makes sentences that the model never saw). One sentence’s correlation is noise; over many it means something.',
    ],
  },
};
