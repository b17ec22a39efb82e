/** The context at a position in a file: namespaces, sections, opens, variables, and whether declarations are public. */
import type { NameContext } from './declaration.ts';
import { FREE_NAME } from './free-names.ts';
import { joinName, nameComponents, withoutGuillemets } from './full-name.ts';
import { isTooMuchInScope, limitText } from './scope-bounds.ts';
import { EMPTY_VARIABLES, type VariableScope } from './variables.ts';

interface Frame {
  kind: 'file' | 'namespace' | 'section' | 'mutual' | 'prefix';
  name: string;
  context: NameContext;
  isPublic: boolean;
  variables: VariableScope;
  /** The option `autoImplicit`. */
  bindsFreeNames: boolean;
}

export class Scopes {
  readonly #frames: Frame[];
  /** Full names of the declarations above whose last component could also be a free name. */
  readonly #shortNames = new Set<string>();

  /** `bindsFreeNames`: whether names without a binder become implicit binders where no `set_option` says otherwise. */
  constructor(bindsFreeNames = false) {
    const context = { namespace: '', opens: [] };
    this.#frames = [{ kind: 'file', name: '', context, isPublic: false, variables: EMPTY_VARIABLES, bindsFreeNames }];
  }

  get #top(): Frame {
    // The frame of the file is never popped.
    return this.#frames[this.#frames.length - 1] as Frame;
  }

  /** Shared by all declarations of one scope; must not be modified. */
  get context(): NameContext {
    return this.#top.context;
  }

  get namespace(): string {
    return this.#top.context.namespace;
  }

  get isPublic(): boolean {
    return this.#top.isPublic;
  }

  get variables(): VariableScope {
    return this.#top.variables;
  }

  set variables(variables: VariableScope) {
    this.#top.variables = variables;
  }

  get bindsFreeNames(): boolean {
    return this.#top.bindsFreeNames;
  }

  set bindsFreeNames(value: boolean) {
    this.#top.bindsFreeNames = value;
  }

  /** Remembers a declaration for `isDeclared`. */
  addDeclared(name: string): void {
    if (FREE_NAME.test(name.slice(name.lastIndexOf('.') + 1))) this.#shortNames.add(name);
  }

  /** Whether a free name means a declaration above in the file, for a declaration in the namespace `within`. */
  isDeclared(name: string, within = this.namespace): boolean {
    if (this.#shortNames.size === 0) return false;
    const components = within === '' ? [] : within.split('.');
    const around = components.map((_, at) => components.slice(0, at + 1).join('.'));
    const opened = this.context.opens.flatMap((open) => [open, ...around.map((space) => joinName(space, open))]);
    return ['', ...around, ...opened].some((space) => this.#shortNames.has(joinName(space, name)));
  }

  get inMutual(): boolean {
    return this.#top.kind === 'mutual';
  }

  #push(kind: Frame['kind'], name: string, namespace: string, isPublic: boolean): void {
    const top = this.#top;
    const context = namespace === top.context.namespace ? top.context : { namespace, opens: top.context.opens };
    this.#frames.push({ ...top, kind, name, context, isPublic });
  }

  /** `namespace A.B` opens two scopes, which `end B` and `end A` may close one by one. */
  openNamespace(written: string): void {
    for (const component of nameComponents(written)) {
      const name = withoutGuillemets(component);
      // Unlike in a declared name, `_root_` is an ordinary component here.
      this.#push('namespace', name, joinName(this.namespace, name), this.isPublic);
    }
  }

  openSection(written: string | null, isPublic: boolean): void {
    for (const component of written === null ? [''] : nameComponents(written)) {
      this.#push('section', withoutGuillemets(component), this.namespace, this.isPublic || isPublic);
    }
  }

  openMutual(): void {
    this.#push('mutual', '', this.namespace, this.isPublic);
  }

  /** Scope for the commands before `in`; closed by `closePrefix`. */
  openPrefix(): void {
    this.#push('prefix', '', this.namespace, this.isPublic);
  }

  closePrefix(): void {
    if (this.#top.kind === 'prefix') this.#frames.pop();
  }

  /** Closes one scope per component of `written`, so later names are correct. Returns an error message or null. */
  close(written: string | null): string | null {
    const components = written === null ? [''] : nameComponents(written).map(withoutGuillemets);
    let message: string | null = null;
    for (const component of components.toReversed()) {
      const top = this.#top;
      if (top.kind === 'file') return 'end without an open scope';
      if (component !== '' && top.name !== component) message = `end ${component} closes ${top.name || top.kind}`;
      this.#frames.pop();
    }
    return message;
  }

  /** Returns an error message and adds nothing if there would be too many. */
  addOpens(namespaces: string[]): string | null {
    if (namespaces.length === 0) return null;
    const { namespace, opens } = this.context;
    const all = [...new Set([...opens, ...namespaces])];
    if (isTooMuchInScope(all)) return `namespaces are not opened: ${limitText('')} open`;
    this.#top.context = { namespace, opens: all };
    return null;
  }
}
