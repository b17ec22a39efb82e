/** The commands of leanblueprint (Massot), which say how a text and its formalization belong together. */
import type { BlueprintMarks } from '../document.ts';
import type { Macro } from './macros.ts';

/** Whether the command has an argument. */
const COMMANDS: ReadonlyMap<string, boolean> = new Map([
  ...['uses', 'lean', 'proves', 'discussion'].map((name) => [name, true] as const),
  ...['leanok', 'mathlibok', 'notready'].map((name) => [name, false] as const),
]);

/** A command as it was read. */
export interface BlueprintCommand {
  name: string;
  /** The items of its list. */
  items: string[];
}

/**
 * Whether `name` is such a command. Documents define them as nothing for the printed version; a document that gives
 * one of these names a meaning means its own macro.
 */
export function isBlueprintCommand(name: string, macro: Macro | undefined): boolean {
  return COMMANDS.has(name) && (macro === undefined || macro.body.length === 0);
}

export const hasArgument = (name: string): boolean => COMMANDS.get(name) === true;

/** Undefined if there are no marks. */
export function marksOf(commands: readonly BlueprintCommand[]): BlueprintMarks | undefined {
  if (commands.length === 0) return undefined;
  const items = (name: string): string[] => [
    ...new Set(commands.filter((each) => each.name === name).flatMap((each) => each.items)),
  ];
  const has = (name: string): boolean => commands.some((each) => each.name === name);
  return {
    uses: items('uses'),
    lean: items('lean'),
    isFormalized: has('leanok'),
    isInMathlib: has('mathlibok'),
    isNotReady: has('notready'),
  };
}
