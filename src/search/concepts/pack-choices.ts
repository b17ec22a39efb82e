/** What the options and the schemas of a pack name. Without imports: the command line reads it. */

/** `implicit`: an applied problem, which tells a story and names few concepts. */
export const STATEMENT_CLASSES = ['explicit', 'implicit'] as const;

/** Stages of a pack that can be switched off. `dhr`: both channels, which a search by words replaces. */
export const PACK_SWITCHES = ['mce', 'augment', 'symbol', 'semantic', 'dhr', 'rerank'] as const;

export type PackSwitch = (typeof PACK_SWITCHES)[number];

/** How the definitions of a pack are found. */
export const CHANNELS_OF_PACK = ['symbol', 'semantic', 'words'] as const;
