/** What a unit needs of a worker, and what a worker offers: facts by name, such as `lean` or `package mathlib`. */
import { sha256 } from '../base/hash.ts';
import { SANDBOX_LEVELS, type SandboxLevel } from '../lean/process/sandbox-levels.ts';

/** The fact of an offer that names its worker. */
export const WORKER = 'worker';
/** The worker that must not take a unit, because it has judged the same already. */
export const OTHER_THAN = 'a worker other than';

/** A worker must have the same facts, and a sandbox that is at least as strong. */
export type Requirements = Readonly<Record<string, string>>;

/** The facts of one environment of a worker: a project with its toolchain. */
export type Offer = Readonly<Record<string, string>>;

const SANDBOX = 'sandbox';
const rankOf = (level: string | undefined): number => SANDBOX_LEVELS.indexOf(level as SandboxLevel);
/** A level that this version does not know is not met. */
const isWeaker = (level: string | undefined, required: string | undefined): boolean =>
  rankOf(required) < 0 || rankOf(level) < rankOf(required);

/** The same for the same facts in any order. */
export function requirementsDigest(requirements: Requirements): string {
  const facts = Object.entries(requirements).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify(facts)).slice(0, 16);
}

/** The facts that the offer lacks. */
export function missingFacts(requirements: Requirements, offer: Offer): string[] {
  return Object.keys(requirements).filter((name) => {
    if (name === SANDBOX) return isWeaker(offer[name], requirements[name]);
    return name === OTHER_THAN ? offer[WORKER] === requirements[name] : offer[name] !== requirements[name];
  });
}

/** The first environment that has all facts; -1 if none has. */
export function offerFor(requirements: Requirements, offers: readonly Offer[]): number {
  return offers.findIndex((offer) => missingFacts(requirements, offer).length === 0);
}

/** Which facts of the requirements the environments lack: of the one that lacks fewest. */
export function nearestMissing(requirements: Requirements, offers: readonly Offer[]): string[] {
  const [nearest] = offers
    .map((offer) => missingFacts(requirements, offer).map((name) => factText(name, requirements, offer[name])))
    .toSorted((a, b) => a.length - b.length);
  return nearest ?? Object.keys(requirements).map((name) => factText(name, requirements));
}

function factText(name: string, requirements: Requirements, found?: string): string {
  const wanted = `${name} ${requirements[name]}`;
  return found === undefined ? wanted : `${wanted} (it has ${found})`;
}
