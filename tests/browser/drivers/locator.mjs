// SPDX-License-Identifier: MIT
// Elements by their visible names, with the interface of Playwright's Locator, found by a function in the page.
import { sleep } from './webdriver.mjs';

/** Runs in the page. The elements that match the steps. */
function find(steps) {
  const selectors = {
    button: 'button, [role=button], input[type=button]',
    dialog: 'dialog[open], [role=dialog]',
    combobox: '[role=combobox], select',
    link: 'a[href]',
    listitem: 'li',
    option: 'option, [role=option]',
    textbox: 'input:not([type]), textarea',
  };
  const plain = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const matches = (text, { source, flags, value, exact }) =>
    source !== undefined
      ? new RegExp(source, flags).test(plain(text))
      : exact
        ? plain(text) === plain(value)
        : plain(text).toLowerCase().includes(plain(value).toLowerCase());
  const byIds = (ids) =>
    ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (element.hasAttribute('aria-labelledby')
      ? byIds(element.getAttribute('aria-labelledby'))
      : element.labels?.length
        ? [...element.labels].map(({ textContent }) => textContent).join(' ')
        : element.textContent);
  const below = (roots, selector) => [...new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]))];
  return steps.reduce(
    (found, step) => {
      if (step.css) return below(found, step.css);
      if (step.role)
        return below(found, selectors[step.role] ?? `[role=${step.role}]`).filter(
          (element) => !step.name || matches(nameOf(element), step.name),
        );
      if (step.label) return below(found, 'input, select, textarea').filter((element) => matches(nameOf(element), step.label));
      if (step.text) {
        const all = below(found, '*').filter((element) => matches(element.textContent, step.text));
        return all.filter((element) => !all.some((other) => other !== element && element.contains(other)));
      }
      if (step.has) return found.filter((element) => matches(element.textContent, step.has));
      return found.slice(step.nth, step.nth === -1 ? undefined : step.nth + 1);
    },
    [document],
  );
}

const wording = (text, exact = false) => (text instanceof RegExp ? { source: text.source, flags: text.flags } : { value: text, exact });

export class Locator {
  #page;
  #steps;

  constructor(page, steps) {
    this.#page = page;
    this.#steps = steps;
  }
  #then(step) {
    return new Locator(this.#page, [...this.#steps, step]);
  }
  locator(css, /** @type {{hasText?: any}} */ { hasText } = {}) {
    const all = this.#then({ css });
    return hasText === undefined ? all : all.filter({ hasText });
  }
  getByRole(role, /** @type {{name?: any, exact?: boolean}} */ { name, exact } = {}) {
    return this.#then({ role, name: name === undefined ? undefined : wording(name, exact) });
  }
  getByText(text, /** @type {{exact?: boolean}} */ { exact } = {}) {
    return this.#then({ text: wording(text, exact) });
  }
  getByLabel(text, /** @type {{exact?: boolean}} */ { exact } = {}) {
    return this.#then({ label: wording(text, exact) });
  }
  filter({ hasText }) {
    return this.#then({ has: wording(hasText) });
  }
  nth(nth) {
    return this.#then({ nth });
  }
  first() {
    return this.nth(0);
  }
  last() {
    return this.nth(-1);
  }

  /** The result of a function of all elements and an argument. */
  evaluateAll(what, given) {
    return this.#page.evaluate(
      `(${what})((${find})(${JSON.stringify(this.#steps)}), ${given === undefined ? 'undefined' : JSON.stringify(given)})`,
    );
  }
  /** The same for the first element, once it is there. */
  async evaluate(what, given) {
    await this.waitFor({ state: 'attached' });
    return this.evaluateAll(`([element], given) => (${what})(element, given)`, given);
  }
  async waitFor({ state = 'visible', timeout = this.#page.timeout } = {}) {
    const look = {
      visible:
        "([element]) => Boolean(element) && element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'",
      attached: '([element]) => Boolean(element)',
      detached: '([element]) => !element',
      hidden: '([element]) => !element || element.getClientRects().length === 0',
    }[state];
    for (const until = Date.now() + timeout; Date.now() < until; await sleep(60))
      if (await this.evaluateAll(look).catch(() => false)) return;
    throw new Error(`${JSON.stringify(this.#steps)} did not become ${state} within ${timeout} ms.`);
  }

  count() {
    return this.evaluateAll((all) => all.length);
  }
  allTextContents() {
    return this.evaluateAll((all) => all.map(({ textContent }) => textContent));
  }
  allInnerTexts() {
    return this.evaluateAll((all) => all.map(({ innerText }) => innerText));
  }
  textContent() {
    return this.evaluate((element) => element.textContent);
  }
  innerText() {
    return this.evaluate((element) => element.innerText);
  }
  getAttribute(name) {
    return this.evaluate((element, wanted) => element.getAttribute(wanted), name);
  }
  inputValue() {
    return this.evaluate((element) => element.value);
  }
  isVisible() {
    return this.evaluateAll(([element]) => Boolean(element) && element.getClientRects().length > 0);
  }
  async isHidden() {
    return !(await this.isVisible());
  }
  isDisabled() {
    return this.evaluate((element) => element.matches(':disabled, [aria-disabled=true]'));
  }
  isChecked() {
    return this.evaluate((element) => element.checked);
  }
  scrollIntoViewIfNeeded() {
    return this.evaluate((element) => element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' }));
  }
  boundingBox() {
    return this.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
  }
  focus() {
    return this.evaluate((element) => element.focus());
  }
  async press(key) {
    await this.focus();
    await this.#page.keyboard.press(key);
  }
  /** The box of the element at rest, because later content may move it. */
  async #restingBox() {
    for (let last = '', tries = 0; ; tries += 1) {
      const box = await this.boundingBox();
      const now = JSON.stringify(box);
      if (now === last || tries > 40) return box;
      last = now;
      await sleep(50);
    }
  }
  async click() {
    await this.waitFor();
    await this.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }));
    const { x, y, width, height } = await this.#restingBox();
    await this.#page.mouse.click(x + width / 2, y + height / 2);
  }
  async check() {
    if (!(await this.isChecked())) await this.evaluate((element) => element.click());
  }
  async uncheck() {
    if (await this.isChecked()) await this.evaluate((element) => element.click());
  }
  fill(text) {
    return this.evaluate((element, value) => {
      element.focus();
      element.value = value;
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
    }, text);
  }
  selectOption(choice) {
    return this.evaluate((select, wanted) => {
      const chosen = ({ value, label, text }, index) =>
        typeof wanted === 'string' ? value === wanted || label === wanted : wanted.index === index || text === wanted.label;
      const option = [...select.options].find(chosen);
      select.value = option.value;
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    }, choice);
  }
}
