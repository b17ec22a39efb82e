/** The methods that `solve` compares (Lan et al., Tables 1 and 2), and the parts of them that can be switched off. */
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';

export const METHOD_NAMES = ['zero-shot', 'few-shot', 'template', 'theorem', 'both'] as const;

export type MethodName = (typeof METHOD_NAMES)[number];

export interface SolveMethod {
  /** As typed: `both:no-refine,k=3`. */
  label: string;
  name: MethodName;
  /** Maximum number of hits (Algorithm 1). */
  k: number;
  /** Minimum similarity; null for the default of words or vectors. */
  threshold: number | null;
  /** Number of wordings that the problem is distilled to. */
  wordings: number;
  /** Also templates that a model made of others. */
  generated: boolean;
  /** No templates that a rule rejects. */
  verified: boolean;
  /** A table of theorems is made; otherwise the theorems of the hits are shown as they are. */
  refine: boolean;
  /** The template is chosen by the table; otherwise the nearest one is taken. */
  reselect: boolean;
}

/** The settings `solve.*`: what a method has unless its text says otherwise. */
export type SolveDefaults = Pick<Settings, 'solveK' | 'solveThreshold' | 'solveDistil'>;

const ALL_PARTS = { generated: true, verified: true, refine: true, reselect: true };

/** Switches, as `both:no-refine`. */
const SWITCHES: Readonly<Record<string, keyof typeof ALL_PARTS>> = {
  'no-generate': 'generated',
  'no-verify': 'verified',
  'no-refine': 'refine',
  'no-reselect': 'reselect',
};
/** Numbers, as `both:k=3`. */
const NUMBERS: Readonly<Record<string, { field: 'k' | 'threshold' | 'wordings'; least: number; most: number }>> = {
  k: { field: 'k', least: 1, most: 100 },
  m: { field: 'threshold', least: 0, most: 1 },
  distil: { field: 'wordings', least: 1, most: 10 },
};

/** @throws {Failure} `method-unknown` */
export function parseMethod(label: string, { solveK, solveThreshold, solveDistil }: SolveDefaults): SolveMethod {
  const [name = '', options = ''] = label.split(/:(.*)/su);
  const found = METHOD_NAMES.find((each) => each === name);
  if (found === undefined) throw unknown(label, `There is no method '${name}'.`);
  const numbers = { k: solveK, threshold: solveThreshold, wordings: solveDistil };
  const method: SolveMethod = { label, name: found, ...numbers, ...ALL_PARTS };
  for (const option of options.split(',').filter((each) => each !== '')) {
    const [key = '', value] = option.split('=');
    const field = SWITCHES[key];
    const number = NUMBERS[key];
    if (field !== undefined && value === undefined) Object.assign(method, { [field]: false });
    else if (number !== undefined && isWithin(value, number)) method[number.field] = Number(value);
    else throw unknown(label, `'${option}' is no option of a method, or has a wrong value.`);
  }
  return method;
}

const isWithin = (value: string | undefined, { field, least, most }: (typeof NUMBERS)[string]): boolean =>
  value !== undefined &&
  /^\d+(?:\.\d+)?$/u.test(value) &&
  Number(value) >= least &&
  Number(value) <= most &&
  (field === 'threshold' || Number.isInteger(Number(value)));

function unknown(label: string, reason: string): Failure {
  return new Failure('usage', 'method-unknown', {
    message: `'${label}' is no method.`,
    reason,
    next: `Methods: ${METHOD_NAMES.join(', ')}. Options, after a colon and separated by commas: ${[...Object.keys(SWITCHES), 'k=5', 'm=0.2', 'distil=3'].join(', ')}.`,
  });
}

/** Whether a method looks up templates. */
export const usesGraph = ({ name }: Pick<SolveMethod, 'name'>): boolean => name !== 'zero-shot' && name !== 'few-shot';
