/** All mutations, in one list. */
import type { Mutation } from './mutation.ts';
import { ADDITIONS } from './mutations/additions.ts';
import { ATTRIBUTE_CHANGES } from './mutations/attributes.ts';
import { BINDERS } from './mutations/binders.ts';
import { CHEATS } from './mutations/cheats.ts';
import { FILLINGS } from './mutations/fillings.ts';
import { KINDS } from './mutations/kinds.ts';
import { LAYOUT } from './mutations/layout.ts';
import { RENAMINGS } from './mutations/names.ts';
import { SCOPES } from './mutations/scopes.ts';
import { TYPES } from './mutations/types.ts';
import { WORDS } from './mutations/words.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...RENAMINGS,
  ...ATTRIBUTE_CHANGES,
  ...KINDS,
  ...BINDERS,
  ...WORDS,
  ...TYPES,
  ...ADDITIONS,
  ...SCOPES,
  ...CHEATS,
  ...FILLINGS,
  ...LAYOUT,
];
