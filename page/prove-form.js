/** The form for a proof or a check: converts its fields to requests. */
import { byId, field, options } from './elements.js';

/** @typedef {import('../src/server/requests.ts').ProveRequest} ProveRequest */
/** @typedef {import('../src/server/requests.ts').CheckRequest} CheckRequest */

export const STRATEGIES = [
  ['', 'all available'],
  ['portfolio', 'portfolio: no model'],
  ['templates', 'templates: tactics, lemmas, and proofs of similar theorems'],
  ['baseline', 'baseline: a model without retrieval'],
  ['rag', 'rag: a model with retrieved declarations'],
  ['agent', 'agent: a model that searches and tries tactics step by step'],
  ['decompose', 'decompose: a sketch by a model, whose steps are proved one by one'],
  ['informal-baseline', 'informal-baseline: an informal proof first'],
  ['informal-rag', 'informal-rag: an informal proof with passages'],
  ['eqg', 'eqg: passages by keywords'],
  ['ipa', 'ipa: an informal proof, improved step by step'],
  ['templates-informal', 'templates-informal: proof in words with a template of similar problems, then Lean'],
  ['human-guided', 'human-guided: with an informal proof by a human'],
];

const LEVELS = [
  ['', 'audit (default)'],
  ['kernel', 'kernel: also replayed'],
  ['challenge', 'challenge: also by an external checker'],
];

const MODES = [
  ['', 'running servers (default)'],
  ['batch', 'many in one file'],
  ['cold', 'one process each'],
];

const NUMBERS = /** @type {const} */ ([
  'max_time',
  'max_attempts',
  'max_tokens',
  'max_cost',
  'samples',
  'rounds',
  'hole',
]);

const WORDS = /** @type {const} */ (['informal', 'informal_proof']);

/** @param {HTMLFormElement} form */
export function proveForm(form) {
  const text = field(form, 'text', HTMLTextAreaElement);
  const file = field(form, 'file', HTMLInputElement);
  const strategy = field(form, 'strategy', HTMLSelectElement);
  const level = field(form, 'level', HTMLSelectElement);
  const mode = field(form, 'mode', HTMLSelectElement);
  const decl = field(form, 'decl', HTMLInputElement);
  const addImports = field(form, 'add_imports', HTMLInputElement);
  strategy.append(...options(pairs(STRATEGIES)));
  level.append(...options(pairs(LEVELS)));
  mode.append(...options(pairs(MODES)));

  const isFile = () => new FormData(form).get('source') === 'file';
  const showSource = () => {
    form.querySelector('.lean-text')?.toggleAttribute('hidden', isFile());
    form.querySelector('.lean-file')?.toggleAttribute('hidden', !isFile());
    byId('text-missing', HTMLElement).hidden = true;
  };
  form.addEventListener('change', showSource);

  const lean = () => (isFile() ? { file: file.value.trim() } : { text: text.value });
  const common = () => ({
    ...lean(),
    ...(decl.value.trim() === '' ? {} : { decl: decl.value.trim() }),
    ...(level.value === '' ? {} : { level: /** @type {NonNullable<ProveRequest['level']>} */ (level.value) }),
  });

  return {
    text,
    /** The text of the request; null if it names a file. */
    sentText: () => (isFile() ? null : text.value),
    /** Whether there is a text or file; shows a message if not. */
    isReady() {
      const input = isFile() ? file : text;
      const isMissing = input.value.trim() === '';
      byId('text-missing', HTMLElement).hidden = !isMissing;
      if (isMissing) input.focus();
      return !isMissing && form.reportValidity();
    },
    /** @returns {CheckRequest} */
    checkRequest: common,
    /** @returns {ProveRequest} */
    proveRequest() {
      const numbers = NUMBERS.map(
        (name) => /** @type {const} */ ([name, field(form, name, HTMLInputElement).valueAsNumber]),
      );
      return {
        ...common(),
        ...Object.fromEntries(numbers.filter(([, value]) => !Number.isNaN(value))),
        ...(mode.value === '' ? {} : { mode: /** @type {NonNullable<ProveRequest['mode']>} */ (mode.value) }),
        ...(strategy.value === ''
          ? {}
          : { strategy: /** @type {NonNullable<ProveRequest['strategy']>} */ (strategy.value) }),
        ...Object.fromEntries(
          WORDS.map((name) => [name, field(form, name, HTMLTextAreaElement).value]).filter(([, words]) =>
            words?.trim(),
          ),
        ),
        ...(addImports.checked ? { add_imports: true } : {}),
      };
    },
  };
}

/** @param {string[][]} choices */
function pairs(choices) {
  return choices.map(([value = '', words = '']) => /** @type {const} */ ([value, words]));
}
