/** State shared by the readers of one file's commands; all declarations are created here. */
import { type ReadAttribute, readAttributes, readDeprecation } from './attributes.ts';
import type { Annotated, Command } from './commands.ts';
import type { BinderRules } from './binder-rules.ts';
import type { Declaration, FileFacts } from './declaration.ts';
import { docText } from './docs.ts';
import type { WrittenName } from './file-names.ts';
import { isTooLong, TOO_LONG } from './full-name.ts';
import { Scopes } from './scopes.ts';
import type { Span, Tokens } from './tokens.ts';
import { freeBinder } from './free-binder.ts';
import { freeNames } from './free-names.ts';
import { variablesUsed } from './variables-used.ts';

/** The properties specific to one declaration; the rest comes from the command and the scope. */
export interface Declared
  extends
    Pick<Declaration, 'name' | 'kind' | 'origin' | 'signature' | 'typeAt'>,
    Partial<Annotations>,
    Partial<Pick<Declaration, 'modifiers' | 'from' | 'isApproximate' | 'instanceOf' | 'body' | 'variables'>> {
  /** Binders and type; and from their start to the end of the value, which may use further variables. */
  statement: { header: Span; to: number };
  /** First and last token. */
  span: Span;
}

/** The statement of a declaration without binders, at token `at`. */
export const noStatement = (at: number): Declared['statement'] => ({ header: { from: at, to: at }, to: at });

/** Docstring, attributes and deprecation of a command or member. */
export type Annotations = Pick<Declaration, 'doc' | 'attributes' | 'deprecated'>;

/**
 * Limit on the characters of a file's rows: a constant, plus a number per character of its text. Shared text, such as
 * the docstring of `(a b c : T)`, would otherwise make the size quadratic. Mathlib's maximum: 161,000.
 */
const SIZE_LIMIT = 16_000_000;
const SIZE_PER_CHARACTER = 20;
/** Fixed size of a row in addition to its text. */
const ROW_OVERHEAD = 200;

export class FileReader {
  readonly tokens: Tokens;
  readonly facts: FileFacts;
  readonly scopes: Scopes;
  readonly isModule: boolean;
  section: string | null = null;
  /** Targets of `attribute [instance]`. */
  readonly instanceTargets: WrittenName[] = [];
  readonly #generatedNames = new Map<string, number>();
  /** Characters that further rows may use. */
  #remainingSize: number;
  #countedVariables: readonly string[] = [];
  readonly #reported = new Set<string>();

  readonly #proofsTakeVariables: boolean;

  constructor(tokens: Tokens, facts: FileFacts, isModule: boolean, rules: BinderRules) {
    this.scopes = new Scopes(rules.bindsFreeNames);
    this.#proofsTakeVariables = rules.proofsTakeVariables;
    this.tokens = tokens;
    this.facts = facts;
    this.isModule = isModule;
    this.#remainingSize = SIZE_LIMIT + SIZE_PER_CHARACTER * tokens.text.length;
  }

  /** Whether the file's declarations exceed the limit; further ones are dropped. */
  get isFull(): boolean {
    return this.#remainingSize < 0;
  }

  /** Generated names that clash within the file get `_1`, `_2`, as in Lean. */
  unusedName(name: string): string {
    const count = this.#generatedNames.get(name) ?? 0;
    this.#generatedNames.set(name, count + 1);
    return count === 0 ? name : `${name}_${count}`;
  }

  problem(at: number, message: string): void {
    this.facts.problems.push({ line: this.tokens.line(at), message });
  }

  /** Reports only the first occurrence of a message that would apply to many places. */
  problemOnce(at: number, message: string): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.problem(at, message);
  }

  doc(at: number): string | null {
    return at < 0 ? null : docText(this.tokens.word(at));
  }

  annotations(from: Annotated): Annotations {
    const read: ReadAttribute[] = from.attributeBlocks.flatMap((block) => readAttributes(this.tokens, block));
    const deprecated = read.find(({ use }) => use.name === 'deprecated');
    return {
      doc: this.doc(from.doc),
      attributes: read.map(({ use }) => use),
      deprecated: deprecated === undefined ? null : readDeprecation(this.tokens, deprecated.span),
    };
  }

  /** `private`; or in a `module` file, neither `public` nor in a public section. */
  isPrivate(modifiers: readonly string[]): boolean {
    if (modifiers.includes('private')) return true;
    return this.isModule && !modifiers.includes('public') && !this.scopes.isPublic;
  }

  declare(command: Command, declared: Declared): void {
    const { tokens, scopes } = this;
    if (isTooLong(declared.name)) return this.problem(declared.span.from, `${declared.kind} with ${TOO_LONG}`);
    const variables = declared.variables ?? this.#variablesOf(declared);
    this.#remainingSize -= this.#sizeOf(declared, variables);
    if (this.isFull) return this.problemOnce(declared.span.from, 'rest of file skipped: declarations are too large');
    const modifiers = declared.modifiers ?? command.modifiers;
    const { namespace, opens } = scopes.context;
    if (!modifiers.includes('protected')) scopes.addDeclared(declared.name);
    this.facts.declarations.push({
      name: declared.name,
      kind: declared.kind,
      signature: declared.signature,
      typeAt: declared.typeAt,
      doc: declared.doc ?? null,
      line: tokens.line(declared.span.from),
      endLine: tokens.lineAt(Math.max(0, tokens.end(declared.span.to - 1) - 1)),
      namespace,
      attributes: declared.attributes ?? [],
      modifiers,
      origin: declared.origin,
      from: declared.from ?? null,
      isPrivate: this.isPrivate(command.modifiers) || modifiers.includes('private'),
      isApproximate: declared.isApproximate ?? false,
      deprecated: declared.deprecated ?? null,
      instanceOf: declared.instanceOf ?? null,
      variables,
      opens,
      body: declared.body ?? '',
      section: this.section,
    });
  }

  /** Approximate characters of a row; neighbours that share variables count them once. */
  #sizeOf({ name, signature, doc, body, attributes }: Declared, variables: readonly string[]): number {
    let size = ROW_OVERHEAD + name.length + signature.length + (this.section?.length ?? 0);
    size += (doc?.length ?? 0) + (body?.length ?? 0);
    for (const attribute of attributes ?? []) size += attribute.name.length;
    if (variables === this.#countedVariables) return size;
    this.#countedVariables = variables;
    return variables.reduce((sum, { length }) => sum + length, size);
  }

  /** Binders that a declaration takes from its scope. */
  #variablesOf({ name, statement: { header, to }, kind, origin }: Declared): string[] {
    const usesHeader = (kind === 'theorem' || kind === 'lemma') && !this.#proofsTakeVariables;
    const span = { from: header.from, to: usesHeader ? header.to : to };
    const { scopes, tokens } = this;
    let variables = variablesUsed(scopes.variables, tokens, { ...span, hasBinders: true, isIncluding: usesHeader });
    // Definitions inside a value bind no names of their own.
    if (scopes.bindsFreeNames && origin !== 'auxiliary') {
      const within = name.slice(0, Math.max(0, name.lastIndexOf('.')));
      const binding = { ...header, hasBinders: true };
      const free = freeNames(scopes.variables, tokens, binding, (each) => scopes.isDeclared(each, within));
      if (free.length > 0) variables = [...variables, ...free.map(freeBinder)];
    }
    return variables;
  }
}
