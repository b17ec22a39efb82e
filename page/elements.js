/** Creates elements of the page. Content is always text: nothing from a library can become markup. */

/** Null, undefined and booleans are ignored, for conditional children. @typedef {Node | string | null | undefined | boolean} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */

/**
 * Functions such as `onclick` are listeners; true is an attribute without a value; false, null and undefined are ignored.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name.replace(/^on/u, ''), value);
    else if (value !== false && value !== null && value !== undefined) {
      created.setAttribute(name, value === true ? '' : String(value));
    }
  }
  created.append(...present(children));
  return created;
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
 * Announces a text to screen readers when they are idle.
 *
 * @param {string} words
 */
export function announce(words) {
  // Screen readers ignore elements outside an open dialog.
  const place = document.querySelector('dialog[open] .announcement') ?? byId('announcement', HTMLElement);
  place.textContent = words;
}

/**
 * @param {number} count
 * @param {string} noun in the singular
 */
export function pluralize(count, noun) {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
