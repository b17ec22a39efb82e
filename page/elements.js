/** Elements of the page. What goes into them is always text: nothing that a library says can become markup. */

/** What is not there, and what a condition leaves out, is no child. @typedef {Node | string | null | undefined | boolean} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */

/**
 * `onclick` and its like are listeners; true is an attribute without a value, false, null and undefined are none.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.replace(/^on/u, ''), value);
    else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  made.append(...present(children));
  return made;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function present(children) {
  return children.flatMap((child) =>
    child instanceof Node || (typeof child === 'string' && child !== '') ? [child] : [],
  );
}

/**
 * The element of the page with this id.
 *
 * @template {HTMLElement} Type
 * @param {string} id
 * @param {new () => Type} type
 * @returns {Type}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${type.name} #${id}`);
}

/**
 * The field of a form with this name.
 *
 * @template {HTMLElement} Type
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {new () => Type} type
 * @returns {Type}
 */
export function field(form, name, type) {
  const found = form.elements.namedItem(name);
  if (found instanceof type) return found;
  throw new Error(`The form has no ${type.name} ${name}`);
}

/** @param {readonly (readonly [value: string, words: string])[]} choices */
export function options(choices) {
  return choices.map(([value, words]) => element('option', { value }, words));
}

/**
 * Said by a screen reader when it has nothing else to say.
 *
 * @param {string} words
 */
export function announce(words) {
  // Behind an open dialog nothing is heard.
  const place = document.querySelector('dialog[open] .announcement') ?? byId('announcement', HTMLElement);
  place.textContent = words;
}

/**
 * @param {number} count
 * @param {string} noun in the singular
 */
export function howMany(count, noun) {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
