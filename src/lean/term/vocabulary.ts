/** Words and symbols that end a term, start a special term, or close a bracket. */

/** Words that end a term. */
export const STOPS = new Set([
  'then',
  'else',
  'from',
  'with',
  'in',
  'at',
  'using',
  'where',
  'deriving',
  'extends',
  'end',
  'generalizing',
]);
export const KEYWORDS = new Set([
  'if',
  'let',
  'have',
  'haveI',
  'letI',
  'show',
  'by',
  'do',
  'match',
  'nomatch',
  'nofun',
  'calc',
  'suffices',
  'open',
  'set_option',
]);
export const PREFIX_ARROWS = new Set(['↑', '⇑', '↥']);
export const CLOSERS = new Set([
  ')',
  ']',
  '}',
  '⟩',
  '⦄',
  ',',
  ';',
  ':',
  ':=',
  '=>',
  '↦',
  '|',
  '›',
  '//',
  '⊢',
  '..',
  '←',
  '∂',
  '‖',
  '⌋',
  '⌉',
]);
export const SORTS = new Set(['Type', 'Sort', 'Prop']);

/** Words that are not plain names: one lookup suffices for the many others. */
export const SPECIAL: ReadonlySet<string> = new Set(['_', 'fun', ...STOPS, ...SORTS, ...KEYWORDS]);
