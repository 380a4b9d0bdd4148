// SPDX-License-Identifier: MIT
// The output of a screen reader, from the browser's own accessibility tree in reading order, one line per stop, and the announcements of
// live regions. Names, states and values are the browser's. The words around them are those of Orca, shortened.

/** Roles whose name is their content, so that the inside is not read again. */
const leaves = new Set([
  'button',
  'link',
  'heading',
  'checkbox',
  'radio',
  'slider',
  'combobox',
  'textbox',
  'spinbutton',
  'image',
  'img',
  'math',
  'MathMLMath',
  'rowheader',
  'columnheader',
  'searchbox',
  'DisclosureTriangle',
  'progressbar',
  'option',
]);
const words = {
  checkbox: 'check box',
  radio: 'radio button',
  combobox: 'combo box',
  textbox: 'entry',
  img: 'image',
  MathMLMath: 'math',
  searchbox: 'entry',
  spinbutton: 'spin button',
  DisclosureTriangle: 'button',
  contentinfo: 'footer',
  complementary: 'aside',
};
/** Containers that are announced with their name. */
const named = new Set([
  'main',
  'region',
  'dialog',
  'group',
  'navigation',
  'form',
  'list',
  'table',
  'status',
  'alert',
  'radiogroup',
  'complementary',
  'contentinfo',
  'banner',
  'DescriptionList',
]);

/** The nodes of the tree by id, without silent nodes. */
async function treeOf(page, selector) {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Accessibility.enable');
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    // The tree lacks the text that a slider announces instead of its number.
    for (const slider of nodes.filter(({ role }) => role?.value === 'slider')) {
      const { node } = await session.send('DOM.describeNode', { backendNodeId: slider.backendDOMNodeId });
      const at = node.attributes.indexOf('aria-valuetext');
      if (at >= 0) slider.valueText = node.attributes[at + 1];
    }
    if (!selector) return { byId, root: nodes[0] };
    const { root: top } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: top.nodeId, selector });
    const { node } = await session.send('DOM.describeNode', { nodeId });
    return { byId, root: nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId) };
  } finally {
    await session.detach();
  }
}

const plain = (text) =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
const propertyOf = (node, name) => node.properties?.find((one) => one.name === name)?.value?.value;

/** "Play, button, pressed". */
function stop(node) {
  const role = node.role.value;
  const parts = [
    plain(node.name?.value) || '(without a name)',
    role === 'heading' ? `heading ${propertyOf(node, 'level')}` : (words[role] ?? role),
  ];
  const value = plain(node.value?.value);
  if (role === 'checkbox' || role === 'radio')
    parts.push({ true: 'checked', false: 'not checked', mixed: 'partly checked' }[propertyOf(node, 'checked')]);
  else if (role === 'slider') parts.push(node.valueText || value);
  else if (value && role !== 'link') parts.push(value);
  const pressed = propertyOf(node, 'pressed');
  if (pressed !== undefined) parts.push(pressed === 'true' ? 'pressed' : 'not pressed');
  const expanded = propertyOf(node, 'expanded');
  if (expanded !== undefined && role !== 'combobox') parts.push(expanded ? 'expanded' : 'collapsed');
  if (propertyOf(node, 'disabled')) parts.push('unavailable');
  if (propertyOf(node, 'invalid') === 'true') parts.push('invalid');
  if (propertyOf(node, 'focused')) parts.push('FOCUS');
  const description = plain(node.description?.value);
  if (description && description !== parts[0]) parts.push(`(${description})`);
  return parts.join(', ');
}

/**
 * The spoken text of a part of the page, one item per line, indented by its containers. @param {import('playwright-core').Page} page @param {string} [selector]
 */
export async function readAloud(page, selector) {
  const { byId, root } = await treeOf(page, selector);
  const lines = [];
  let sentence = '';
  const end = (depth) => {
    if (plain(sentence)) lines.push(`${'  '.repeat(depth)}${plain(sentence)}`);
    sentence = '';
  };
  const children = (node) => (node.childIds ?? []).map((id) => byId.get(id)).filter(Boolean);
  const within = (node, depth, inLabel) =>
    children(node).forEach((child) => {
      walk(child, depth, inLabel);
    });
  const cells = (row) => children(row).flatMap((cell) => (cell.ignored ? cells(cell) : [textOf(cell)]));
  const textOf = (node) => {
    if (node.role?.value === 'StaticText' || leaves.has(node.role?.value)) return plain(node.name?.value);
    return plain(children(node).map(textOf).join(' '));
  };
  function walk(node, depth, inLabel = false) {
    const role = node.role?.value;
    // Announcements are heard when they come.
    if (propertyOf(node, 'live') && (role === 'paragraph' || (role === 'alert' && !textOf(node)))) return;
    // A label's words are its control's name, a legend's those of its group, a caption's those of its table.
    if (role === 'LabelText') return within(node, depth, true);
    if (role === 'Legend' || role === 'caption' || role === 'Caption' || (inLabel && role === 'StaticText')) return;
    if (role === 'term' || role === 'DescriptionListTerm') {
      sentence += `${textOf(node)}: `;
      return;
    }
    if (role === 'definition' || role === 'DescriptionListDetail') {
      sentence += textOf(node);
      end(depth);
      return;
    }
    if (node.ignored || role === 'generic' || role === 'none' || role === 'InlineTextBox') return within(node, depth, inLabel);
    if (role === 'StaticText') {
      sentence += node.name.value;
      return;
    }
    if (role === 'ListMarker') {
      sentence += `${plain(node.name.value)} `;
      return;
    }
    if (leaves.has(role)) {
      // Within a sentence a link is read in its place.
      if (role === 'link' && plain(sentence)) {
        sentence += ` [${stop(node)}] `;
        return;
      }
      if ((role === 'math' || role === 'MathMLMath') && plain(sentence)) {
        sentence += ` [${textOf(node) || plain(node.name?.value)}, math] `;
        return;
      }
      end(depth);
      return void lines.push(`${'  '.repeat(depth)}${stop(node)}`);
    }
    if (role === 'row') {
      end(depth);
      return void lines.push(`${'  '.repeat(depth)}${cells(node).join(' | ')}`);
    }
    const says = named.has(role);
    const inline = ['emphasis', 'strong', 'code', 'time', 'mark', 'superscript', 'subscript', 'Abbr', 'insertion'].includes(role);
    if (!inline) end(depth);
    if (says && !(role === 'status' && !textOf(node))) {
      const rows = role === 'list' ? `, ${children(node).length}` : '';
      const live = propertyOf(node, 'live') && propertyOf(node, 'live') !== 'off' ? `, ${propertyOf(node, 'live')}` : '';
      lines.push(`${'  '.repeat(depth)}[${words[role] ?? role}${rows}${live}] ${plain(node.name?.value)}`.trimEnd());
    }
    within(node, says ? depth + 1 : depth, inLabel && inline);
    if (!inline) end(says ? depth + 1 : depth);
  }
  walk(root, 0);
  end(0);
  return lines;
}

/** Records announcements of live regions from now on. `heard(page)` returns and clears them. */
export const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    const implicit = { OUTPUT: 'polite' };
    const roles = { status: 'polite', alert: 'assertive', log: 'polite' };
    const regionOf = (node) => {
      for (let at = node.nodeType === 1 ? node : node.parentElement; at; at = at.parentElement) {
        const live = at.getAttribute('aria-live') ?? roles[at.getAttribute('role')] ?? implicit[at.tagName];
        if (live) return live === 'off' ? null : at;
      }
      return null;
    };
    const isHeard = (region) => !region.closest('[hidden], [aria-hidden=true]') && region.getClientRects().length > 0;
    new MutationObserver((changes) => {
      const regions = new Set();
      for (const change of changes) {
        const region = regionOf(change.target);
        // A new region is silent about its initial text. Only changes in it are announced.
        if (region && isHeard(region)) regions.add(region);
        for (const node of /** @type {NodeListOf<Element>} */ (change.addedNodes))
          if (node.nodeType === 1)
            for (const alert of [node, ...node.querySelectorAll('*')]) if (alert.getAttribute('role') === 'alert') regions.add(alert);
      }
      for (const region of regions) {
        const text = region.innerText.replace(/\s+/g, ' ').trim();
        if (text) window.heard.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** The announcements since the last call. @returns {Promise<string[]>} */
export const heard = (page) => page.evaluate(() => window.heard.splice(0));

/** Waits until the page is at rest, its text version has followed, and all announcements are made. */
export const quiet = (page) =>
  page.waitForFunction(() => window.headwaters.idle && !document.getElementById('live').hasAttribute('data-waiting'));

/** The keyboard focus, such as "Help, button". */
export const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'nowhere';
    const name = at.getAttribute('aria-label') ?? (at.labels?.[0]?.textContent || at.textContent);
    return `${at.id === 'canvas' ? 'the figure' : name.replace(/\s+/g, ' ').trim().slice(0, 80)}, ${at.getAttribute('role') ?? at.localName}`;
  });
