/** State shared by the readers of one file's commands, and the one place where declarations are made. */
import { type ReadAttribute, readAttributes, readDeprecation } from './attributes.ts';
import type { Command, Span } from './commands.ts';
import type { AttributeUse, DeclarationKind, Deprecation, FileFacts, Origin } from './declaration.ts';
import { docText } from './docs.ts';
import type { WrittenName } from './file-names.ts';
import { isTooLong, TOO_LONG } from './full-name.ts';
import { Scopes } from './scopes.ts';
import type { Tokens } from './tokens.ts';
import { variablesUsed } from './variables.ts';

/** What differs from one declaration to the next; the rest comes from the command and the scope. */
export interface Declared {
  name: string;
  kind: DeclarationKind;
  origin: Origin;
  signature: string;
  typeAt: number;
  /** Where variables count: the statement of a theorem, the whole of anything else. */
  statement: Span;
  /** First and last token. */
  span: Span;
  doc?: string | null;
  attributes?: AttributeUse[];
  modifiers?: string[];
  from?: string | null;
  isApproximate?: boolean;
  deprecated?: Deprecation | null;
  instanceOf?: string | null;
  body?: string;
}

/** Docstring, attributes and modifiers of a command or member, read. */
export interface Trimmings {
  doc: string | null;
  attributes: AttributeUse[];
  deprecated: Deprecation | null;
}

/**
 * Characters that the rows of a file may have, and so many more for each of its text. What several rows share, such as
 * the docstring of `(a b c : T)`, would else make the square of it. Mathlib's most: 161,000.
 */
const ROOM = 16_000_000;
const ROOM_A_CHARACTER = 20;
/** What a row takes besides its text. */
const ROW = 200;

export class FileReader {
  readonly tokens: Tokens;
  readonly facts: FileFacts;
  readonly scopes = new Scopes();
  readonly isModule: boolean;
  section: string | null = null;
  /** What `attribute [instance]` names. */
  readonly instanceTargets: WrittenName[] = [];
  readonly #madeUp = new Map<string, number>();
  #lastVariables: Span & { variables: string[] } = { from: -1, to: -1, variables: [] };
  /** Characters that rows may still have. */
  #room: number;
  #counted: readonly string[] = [];
  readonly #told = new Set<string>();

  constructor(tokens: Tokens, facts: FileFacts, isModule: boolean) {
    this.tokens = tokens;
    this.facts = facts;
    this.isModule = isModule;
    this.#room = ROOM + ROOM_A_CHARACTER * tokens.text.length;
  }

  /** Whether what the file declares has become too much: no more of it is kept. */
  get isFull(): boolean {
    return this.#room < 0;
  }

  /** Made-up names that clash within the file get `_1`, `_2`, as Lean does it. */
  unusedName(name: string): string {
    const count = this.#madeUp.get(name) ?? 0;
    this.#madeUp.set(name, count + 1);
    return count === 0 ? name : `${name}_${count}`;
  }

  problem(at: number, message: string): void {
    this.facts.problems.push({ line: this.tokens.line(at), message });
  }

  /** For what would be said of each of many: the first stands for all. */
  problemOnce(at: number, message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.problem(at, message);
  }

  doc(at: number): string | null {
    return at < 0 ? null : docText(this.tokens.word(at));
  }

  trimmings(from: { doc: number; attributeBlocks: Span[] }): Trimmings {
    const read: ReadAttribute[] = from.attributeBlocks.flatMap((block) => readAttributes(this.tokens, block));
    const deprecated = read.find(({ use }) => use.name === 'deprecated');
    return {
      doc: this.doc(from.doc),
      attributes: read.map(({ use }) => use),
      deprecated: deprecated === undefined ? null : readDeprecation(this.tokens, deprecated.span),
    };
  }

  /** `private`, or in a `module` file neither `public` nor in a public section. */
  isPrivate(modifiers: readonly string[]): boolean {
    if (modifiers.includes('private')) return true;
    return this.isModule && !modifiers.includes('public') && !this.scopes.isPublic;
  }

  declare(command: Command, declared: Declared): void {
    const { tokens, scopes } = this;
    if (isTooLong(declared.name)) return this.problem(declared.span.from, `${declared.kind} with ${TOO_LONG}`);
    const variables = this.#variablesIn(declared.statement);
    this.#room -= this.#sizeOf(declared, variables);
    if (this.isFull) return this.problemOnce(declared.span.from, 'all from here on is left out: it is too much');
    const modifiers = declared.modifiers ?? command.modifiers;
    const { namespace, opens } = scopes.context;
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

  /** Characters of a row, roughly; variables count once for neighbours that share them. */
  #sizeOf({ name, signature, doc, body, attributes }: Declared, variables: readonly string[]): number {
    let size = ROW + name.length + signature.length + (this.section?.length ?? 0);
    size += (doc?.length ?? 0) + (body?.length ?? 0);
    for (const attribute of attributes ?? []) size += attribute.name.length;
    if (variables === this.#counted) return size;
    this.#counted = variables;
    return variables.reduce((sum, { length }) => sum + length, size);
  }

  /** The members of a structure share the variables of the whole. */
  #variablesIn({ from, to }: Span): string[] {
    const last = this.#lastVariables;
    if (last.from === from && last.to === to) return last.variables;
    const variables = variablesUsed(this.scopes.variables, this.tokens, from, to);
    this.#lastVariables = { from, to, variables };
    return variables;
  }
}
