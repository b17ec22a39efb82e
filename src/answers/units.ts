/** Units of answers: `5 \text{ cm}`, `\$5`, `3 hours`. */
import { wordTable } from '../base/words.ts';

/** Each way to write a unit, with one name for it. */
const UNITS = wordTable(`
  mm mm, millimeter mm, millimetre mm, cm cm, centimeter cm, centimetre cm, m m, meter m, metre m, km km, kilometer km,
  kilometre km, in inch, inch inch, inche inch, ft foot, foot foot, feet foot, yd yard, yard yard, mi mile, mile mile,
  mg mg, milligram mg, g g, gram g, kg kg, kilogram kg, lb pound, pound pound, oz ounce, ounce ounce, ton ton, tonne ton,
  s second, sec second, second second, min minute, minute minute, h hour, hr hour, hour hour, day day, week week,
  month month, year year, yr year, mph mph, kph kph, km/h kph, kmh kph, m/s m/s, mps m/s, ft/s foot/second,
  l liter, liter liter, litre liter, ml ml, milliliter ml, millilitre ml, gallon gallon, gal gallon, quart quart,
  pint pint, cup cup, n newton, newton newton, j joule, joule joule, w watt, watt watt, v volt, volt volt, a ampere,
  hz hertz, hertz hertz, pa pascal, pascal pascal, k kelvin, kelvin kelvin, ohm ohm, dollar dollar, usd dollar,
  euro euro, eur euro, gbp sterling, cent cent, rad radian, radian radian, degree degree, deg degree, °c celsius, °f fahrenheit, percent percent,
  pct percent, percentage percent`);

/** Words that name no unit of measure, only what is counted in general. */
const GENERAL =
  /^(?:units?|square|cubic|sq|cu|per|of|total|each|ways?|times|points?|numbers?|solutions?|in|the|a|is)$/u;

/** The units of a phrase as one text, `null` if it names none: `square centimeters` → `cm^2`, `miles per hour` → `mph`. */
export function unitOf(phrase: string): string | null {
  const text = phrase
    // `mW` is not `MW`, the only prefixes that differ by case.
    .replaceAll(/\bM(?=(?:g|W|J|V|N|A|Hz|Pa)\b)/gu, 'mega')
    .toLowerCase()
    .replaceAll(/[{}\\.]|text/gu, ' ')
    .replaceAll(/\bsq(?:uare)?\s+([a-z]+)/gu, '$1^2')
    .replaceAll(/\bcu(?:bic)?\s+([a-z]+)/gu, '$1^3')
    .replaceAll(/\s*\^\s*/gu, '^')
    .replaceAll(/\s*(?:\/|\bper\b)\s*/gu, '/')
    .trim();
  if (text === '') return null;
  const parts = text.split('/').map((part) => {
    const words = part.split(/\s+/u).filter((word) => word !== '' && !GENERAL.test(word.replace(/\^\d$/u, '')));
    return words.map(unitWord).join(' ');
  });
  // `per hour` and `hours` differ.
  const isRate = /^\/./u.test(text) && parts[0] === '';
  const unit = `${isRate ? '/' : ''}${parts.filter((part) => part !== '').join('/')}`;
  const joined = { 'mile/hour': 'mph', 'km/hour': 'kph', 'm/second': 'm/s' }[unit] ?? unit;
  return joined === '' ? null : joined;
}

function unitWord(word: string): string {
  const [, base = word, power = ''] = /^(.*?)(\^\d)?$/u.exec(word) ?? [];
  const single = base.length > 3 ? base.replace(/(?<!s)s$/u, '') : base;
  return `${UNITS.get(base) ?? UNITS.get(single) ?? single}${power}`;
}

/** Whether a word alone, not marked as text, is a unit of measure: `5 cm`, but not `5 x` or `5 m`. */
export function isUnitWord(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    lower.length > 1 &&
    (UNITS.has(lower) || UNITS.has(lower.replace(/s$/u, '')) || (lower.length > 3 && GENERAL.test(lower)))
  );
}
