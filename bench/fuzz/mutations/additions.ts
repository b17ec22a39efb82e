/** Mutations that add commands, drop or duplicate declarations, change imports, or add code that Lean runs. */
import type { Draw } from '../draw.ts';
import { changes, cheats, type Mutation } from '../mutation.ts';
import { type Declaration, read, type Reading, textOf, withCommand } from '../reading.ts';
import { ARTEFACTS } from './names.ts';

/** Adds a command at a random gap. */
const somewhere =
  (command: string) =>
  (marked: string, draw: Draw): string | null => {
    const gap = draw.one(read(marked).gaps);
    return gap === null ? null : withCommand(marked, gap, command);
  };

/** Adds a command before all others, if the file matches `pattern`, that is, if the command affects it. */
const first =
  (command: string, pattern = /./) =>
  (marked: string): string | null => {
    const [gap] = read(marked).gaps;
    return gap === undefined || !pattern.test(marked) ? null : withCommand(marked, gap, command);
  };

/** Declarations that can be dropped or duplicated: named, and not part of a `mutual`. */
const removable = (reading: Reading): Declaration[] =>
  reading.declarations.filter(({ command, keyword, name }) => {
    return keyword !== 'example' && name !== '' && reading.gaps.includes(reading.tokens.start(command.from));
  });

function dropped(marked: string, draw: Draw): string | null {
  const reading = read(marked);
  // Dropping a declaration that another mutation added would undo that mutation.
  const declaration = draw.one(removable(reading).filter(({ name }) => !/fuzzed/i.test(name)));
  if (declaration === null) return null;
  const { from, to } = declaration.command;
  return marked.slice(0, reading.tokens.start(from)) + marked.slice(reading.tokens.start(to));
}

/** Adds a copy of a declaration under another name. */
function doubled(marked: string, draw: Draw): string | null {
  const reading = read(marked);
  const declaration = draw.one(removable(reading).filter(({ hasHole }) => !hasHole));
  if (declaration === null) return null;
  const { command, name } = declaration;
  const again = textOf(reading, command).replace(name, `${name}Again`);
  return withCommand(marked, reading.tokens.start(command.to), again);
}

/** Adds a declaration whose name looks compiler-generated, below the name of another declaration. */
const artefact =
  (ending: string, command: (name: string) => string) =>
  (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    // Below a declaration with a hole, helper declarations are allowed.
    const owner = draw.one(removable(reading).filter(({ name, hasHole }) => !name.includes('«') && !hasHole));
    const name = `${owner?.name}.${ending}`;
    if (owner === null || marked.includes(name)) return null;
    const before = draw.happens(0.5);
    const start = reading.tokens.start(owner.command.from);
    const gap = before ? start : reading.gaps.find((offset) => offset > start);
    return withCommand(marked, gap ?? marked.length, command(name));
  };

const ARTEFACT_KINDS: readonly (readonly [string, (name: string) => string])[] = [
  ['def', (name) => `def ${name} : Nat := 5`],
  ['theorem', (name) => `theorem ${name} : 1 + 1 = 2 := rfl`],
  ['axiom', (name) => `axiom ${name} : 1 = 2`],
  ['constant', (name) => `constant ${name} : Nat := 6`],
  ['partial def', (name) => `partial def ${name} (n : Nat) : Nat := ${name} (n + 1)`],
  ['unsafe def', (name) => `unsafe def ${name} (n : Nat) : Nat := n`],
  ['inductive', (name) => `inductive ${name} : Type where\n  | one : ${name}`],
];

const withImport =
  (name: string) =>
  (marked: string): string | null =>
    marked.includes(`import ${name}\n`) ? null : `import ${name}\n${marked}`;

function withoutImport(marked: string, draw: Draw): string | null {
  const match = draw.one([...marked.matchAll(/^import .*\n/gm)]);
  return match && marked.slice(0, match.index) + marked.slice(match.index + match[0].length);
}

const ADDED = 'declarations added';
const MEANING = 'meaning changed by an added command';
const RUN = 'code that runs';
const IMPORTS = 'imports';

export const ADDITIONS: readonly Mutation[] = [
  changes(ADDED, 'a definition added', somewhere('def fuzzed : Nat := 1')),
  changes(ADDED, 'a theorem added', somewhere('theorem fuzzed : True := True.intro')),
  changes(ADDED, 'a private theorem added', somewhere('private theorem fuzzed : True := True.intro')),
  changes(ADDED, 'an axiom added', somewhere('axiom fuzzed : ∀ n : Nat, n = n + 1')),
  changes(ADDED, 'an axiom that is true added', somewhere('axiom fuzzed : True')),
  changes(ADDED, 'a constant added', somewhere('constant fuzzed : Nat')),
  changes(ADDED, 'a structure added', somewhere('structure Fuzzed where\n  one : Nat')),
  changes(ADDED, 'an inductive type added', somewhere('inductive Fuzzed where\n  | one')),
  changes(ADDED, 'an unsafe definition added', somewhere('unsafe def fuzzed : Nat := unsafeCast true')),
  changes(ADDED, 'a partial definition added', somewhere('partial def fuzzed (n : Nat) : Nat := fuzzed (n + 1)')),
  changes(
    ADDED,
    'a class with an instance added',
    somewhere('class Fuzzed (n : Nat) where\n  one : Nat\n\ninstance : Fuzzed 1 := ⟨2⟩'),
  ),
  changes(ADDED, 'a definition in a namespace added', somewhere('namespace Nat\n\ndef fuzzed : Nat := 1\n\nend Nat')),
  changes(ADDED, 'a declaration duplicated', doubled),
  changes('declarations dropped', 'a declaration dropped', dropped),
  changes(MEANING, 'sum changed to product', first('macro_rules\n  | `($x + $y) => `($x * $y)', / \+ /)),
  changes(MEANING, 'equality changed to True', first('macro_rules\n  | `($x = $y) => `(True)', / = /)),
  changes(
    MEANING,
    'sum of numbers by another instance',
    first('instance evilAdd : HAdd Nat Nat Nat := ⟨fun a _ => a⟩', / \+ /),
  ),
  changes(
    MEANING,
    'sum by another instance of low priority',
    first('instance (priority := 1) evilLow : Add Nat := ⟨fun a _ => a⟩'),
  ),
  changes(MEANING, 'numerals by another instance', first('instance evilNumeral (n : Nat) : OfNat Nat n := ⟨0⟩', /\d/)),
  changes(MEANING, 'a coercion added', somewhere('instance natToBool : Coe Nat Bool := ⟨fun n => n == 0⟩')),
  changes(
    MEANING,
    'numerals are integers',
    first('@[defaultInstance] instance evilDefault : OfNat Int 0 := ⟨Int.ofNat 7⟩'),
  ),
  changes(MEANING, 'an unused notation', somewhere('notation "fuzzed!" => Nat.zero')),
  changes(MEANING, 'an unused infix operator', somewhere('infixl:65 " <+++> " => Nat.add')),
  changes(MEANING, 'an unused macro', somewhere('macro "fuzzed!" : term => `(0)')),
  changes(MEANING, 'an unused tactic', somewhere('macro "fuzzed_tactic" : tactic => `(skip)')),
  changes(MEANING, 'another meaning of rfl', first('macro_rules\n  | `(tactic| rfl) => `(tactic| exact rfl)')),
  changes(MEANING, 'unused syntax', somewhere('syntax "fuzzed!" term : term')),
  cheats(RUN, 'evaluates a number', somewhere('#eval (1 + 1 : Nat)')),
  cheats(RUN, 'evaluates a greeting', somewhere('#eval IO.println "fuzzed"')),
  cheats(
    RUN,
    'evaluates an IO action that writes no file',
    somewhere('#eval (do let n ← pure 1; IO.println (toString n) : IO Unit)'),
  ),
  cheats(RUN, 'initializes', somewhere('initialize fuzzedCounter : IO.Ref Nat ← IO.mkRef 5')),
  cheats(RUN, 'initializes without a name', somewhere('initialize\n  IO.println "fuzzed"')),
  cheats(RUN, 'runs a command', (marked, draw) =>
    marked.startsWith('import Lean\n')
      ? somewhere('elab "fuzz_it" : command => do\n  Lean.logInfo "fuzzed"\n\nfuzz_it')(marked, draw)
      : null,
  ),
  cheats(RUN, 'evaluates in the elaborator', (marked, draw) =>
    marked.startsWith('import Lean\n')
      ? somewhere('#eval (Lean.logInfo "fuzzed" : Lean.Elab.Command.CommandElabM Unit)')(marked, draw)
      : null,
  ),
  changes(IMPORTS, 'an import added', withImport('Init.Data.Array.Basic')),
  changes(IMPORTS, 'all of Lean imported', withImport('Lean.Data.Name')),
  changes(IMPORTS, 'an import dropped', withoutImport),
  ...ARTEFACTS.flatMap((ending) =>
    ARTEFACT_KINDS.map(([what, command]) =>
      changes('names that look compiler-generated', `${what} …${ending} added`, artefact(ending, command)),
    ),
  ),
];
