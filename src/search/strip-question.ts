/** Removes question phrases ("how do I show that", "what is it called") from a query. */

const STATING = String.raw`(?:(?:that |which )?(?:says?|saying|states?|stating|tells me)\b\s*)?(?:that\b\s*)?:?`;
const THING = String.raw`(?:lemma|theorem|result|fact|statement|function|name|way)`;

/** Phrases at the start of a query. */
const OPENINGS: readonly RegExp[] = [
  /^how\s+(?:(?:do|can|could|would|should)\s+(?:i|we|you|one)|to)\s+(?:(?:say|state|show|prove|express|find|get|use|apply|check)\b)?(?:\s+that\b)?/,
  new RegExp(
    String.raw`^(?:is|are)\s+there\s+(?:something\s+like|an?|any)?\b\s*(?:${THING}\b\s*(?:for|to)?\s*)?${STATING}`,
  ),
  new RegExp(String.raw`^what(?:'s| is)\s+the\s+${THING}\s+(?:of\b|for\b|${STATING})`),
  new RegExp(String.raw`^where\s+(?:is|are|(?:do|can)\s+i\s+find)\s+(?:the\s+${THING}\s+)?${STATING}`),
  /^(?:do\s+we|does\s+(?:mathlib|lean))\s+(?:know|have)(?:\s+that\b)?/,
  new RegExp(String.raw`^which\s+${THING}\s+${STATING}`),
  /^name\s+(?:of|for)\b/,
  /^something\s+like:?/,
  /^(?:i\s+(?:need|want)|(?:i\s+am|i'm)\s+looking\s+for|looking\s+for)\b/,
];

/** Phrases at its end. */
const CLOSINGS: readonly RegExp[] = [
  /(?:,\s*(?:right|please|name)\s*\??|\s(?:right|name)\s*\?)$/,
  /,?\s*(?:what(?:'s| is)|which)\s+(?:it|that|this|the name|name)(?:\s+(?:class|function|theorem|lemma|one)\b)?(?:\s+called)?\s*\??$/,
  /,?\s*what\s+is\s+that\s+\w+\s+called\s*\??$/,
  /,?\s*(?:which\s+\w+\s+is\s+that|do\s+we\s+have\s+(?:that|it)|where(?:'s|\s+is)\s+(?:that|it))\s*\??$/,
  /,?\s*how\s+(?:do\s+i|to)\s+(?:use|apply)\s+(?:that|it)\s*\??$/,
];

/** The query without question phrases. Returns the query unchanged if no letter or digit would be left. */
export function stripQuestion(query: string): string {
  const trimmed = query.trim();
  const lower = trimmed.toLowerCase();
  if (lower.length !== trimmed.length) return query;
  const opening = OPENINGS.find((each) => each.test(lower));
  const start = opening?.exec(lower)?.[0].length ?? 0;
  const closing = CLOSINGS.find((each) => each.test(lower));
  const rest = trimmed.slice(start, closing?.exec(lower)?.index).trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : query;
}
