/** Attributes that generate one related lemma, whose name is derived from the source name by a fixed rule. */
import type { AttributeUse, Declaration } from '../declaration.ts';
import { joinName, splitName, withoutGuillemets } from '../full-name.ts';
import { readNestedAttributes, readParts } from './attribute-syntax.ts';
import type { Expansion, NewDeclaration, Place } from './expansion.ts';
import { reassocStatement, setNotationStatement } from './related-statement.ts';
import type { ApplyAttribute } from './translate.ts';

type Related = Omit<NewDeclaration, 'from'>;

interface Application {
  attribute: AttributeUse;
  source: string;
  place: Place;
  expansion: Expansion;
}

/** Returns null if nothing is generated. */
type Rule = (application: Application) => Related | null;

function identifierIn(attribute: AttributeUse): string | null {
  for (const part of readParts(attribute.args)) {
    if ('word' in part && /^[^\d"+\-(?!]/.test(part.word)) return withoutGuillemets(part.word);
  }
  return null;
}

const docOf = ({ source, expansion }: Application): string | null => expansion.find(source)?.doc ?? null;

function typeOf({ source, expansion }: Application): string {
  const declaration = expansion.find(source);
  const type = declaration?.signature.slice(declaration.typeAt) ?? '';
  // An alias shows its target instead of its statement.
  return type.startsWith(':=') ? '' : type;
}

const suffixed =
  (suffix: string, origin: Declaration['origin'], statement: (type: string) => string = () => ''): Rule =>
  (application) => ({
    name: application.source + suffix,
    origin,
    kind: 'theorem',
    type: statement(typeOf(application)),
    doc: docOf(application),
  });

/** `foo` to `fun_foo`; an explicit name of k parts replaces the last k parts of the source name. */
const toFun: Rule = (application) => {
  const { attribute, source } = application;
  const given = identifierIn(attribute);
  let name: string;
  if (given === null) {
    const [namespace, last] = splitName(source);
    name = joinName(namespace, `fun_${last}`);
  } else if (given.startsWith('_root_.')) name = given.slice(7);
  else {
    const components = source.split('.');
    name = joinName(components.slice(0, Math.max(0, components.length - given.split('.').length)).join('.'), given);
  }
  const doc = docOf(application);
  const head = `Eta-expanded form of \`${source}\``;
  return { name, origin: 'to_fun', kind: 'theorem', doc: doc === null ? head : `${head}\n\n---\n\n${doc}` };
};

const mkIff: Rule = ({ attribute, source, place }) => {
  const given = identifierIn(attribute);
  const [namespace, last] = splitName(source);
  const name =
    given === null
      ? joinName(namespace, `${last.charAt(0).toLowerCase()}${last.slice(1)}_iff`)
      : given.startsWith('_root_.')
        ? given.slice(7)
        : joinName(place.context.namespace, given);
  return { name, origin: 'mk_iff', kind: 'theorem' };
};

/** `@[alias_in NS n]`: NS replaces the n components before the last; n defaults to the number of components of NS. */
const aliasIn: Rule = (application) => {
  const { attribute, source } = application;
  const [namespace, count] = attribute.args.split(/\s+/);
  if (namespace === undefined || namespace === '') return null;
  const components = source.split('.');
  const dropped = count === undefined ? namespace.split('.').length : Number(count);
  const last = components.pop()!;
  const name = [...components.slice(0, Math.max(0, components.length - dropped)), namespace, last].join('.');
  return { name, origin: 'alias_in', kind: 'alias', type: typeOf(application), doc: `**Alias** of \`${source}\`.` };
};

const toSetNotation: Rule = (application) => {
  const { source, expansion } = application;
  const [namespace, last] = splitName(source);
  const name = joinName(namespace, expansion.guessers.to_set_notation.guess(last));
  if (name === source) return null;
  const type = setNotationStatement(typeOf(application));
  return { name, origin: 'to_set_notation', kind: 'theorem', type, doc: `Set notation form of \`${source}\`` };
};

const higherOrder: Rule = ({ attribute, source }) => {
  const given = identifierIn(attribute);
  const name = given === null ? `${source}'` : joinName(splitName(source)[0], given);
  return { name, origin: 'higher_order', kind: 'theorem' };
};

export const RELATED_RULES: Record<string, Rule> = {
  reassoc: suffixed('_assoc', 'reassoc', reassocStatement),
  elementwise: suffixed('_apply', 'elementwise'),
  to_app: suffixed('_app', 'to_app'),
  to_fun: toFun,
  mk_iff: mkIff,
  alias_in: aliasIn,
  to_set_notation: toSetNotation,
  higher_order: higherOrder,
};

/** Adds the related lemma and applies `(attr := …)` to it and to the source, as Mathlib does. */
export function addRelated(rule: Rule, application: Application, apply: ApplyAttribute): string[] {
  const { attribute, source, place, expansion } = application;
  const related = rule(application);
  if (related === null) return [];
  const nested = readNestedAttributes(attribute);
  const variables = (related.type ?? '') === '' ? [] : (expansion.find(source)?.variables ?? []);
  expansion.add({ ...related, from: source, attributes: nested, variables }, place);
  // The dual of a right-associated lemma is left-associated, so `reassoc` gives it no name.
  if (related.origin === 'reassoc' && (attribute.args.includes('+to_dual') || expansion.tables.to_dual.has(source))) {
    expansion.hideDual(related.name);
  }
  for (const one of nested) {
    apply(one, source, place);
    apply(one, related.name, place);
  }
  return [related.name];
}
