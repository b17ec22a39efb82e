/** Words that do not show what a declaration is about. */

export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of and or for to in is are be by with on that this it as any every each all if then has have from at ' +
    'whose which such so there its we when where these those they also does do can may must some only into under ' +
    'over via than other both let given'
  ).split(' '),
);
