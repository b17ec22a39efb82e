/** Provenance that every experiment has: the program, the machine and the time. */
import { cpus } from 'node:os';
import { z } from 'zod';
import { machineFacts } from '../../base/machine.ts';
import { packageVersion } from '../../base/version.ts';

export const originSchema = z.object({
  lemmahead: z.string().describe('version of lemmahead'),
  began_at: z.string().describe('in ISO 8601, UTC'),
  made_at: z.string(),
  machine: z.object({
    node: z.string(),
    platform: z.string(),
    cpu: z.string(),
    cpus: z.int(),
    memory_bytes: z.int(),
  }),
});

export type Origin = z.infer<typeof originSchema>;

export function originOf(beganAt: string): Origin {
  return {
    lemmahead: packageVersion(),
    began_at: beganAt,
    made_at: new Date().toISOString(),
    machine: { ...machineFacts(), cpu: cpus()[0]?.model.trim() ?? 'unknown processor' },
  };
}

/** Label and value of a fact about how a report was made. */
export type FactLine = readonly [label: string, value: string];

export function originLines({ lemmahead, began_at: beganAt, made_at: madeAt, machine }: Origin): FactLine[] {
  const { cpus: count, cpu, memory_bytes: bytes, platform, node } = machine;
  return [
    ['lemmahead', lemmahead],
    ['measured', `${beganAt} to ${madeAt}`],
    ['machine', `${count} × ${cpu}, ${Math.round(bytes / 2 ** 30)} GiB, ${platform}, Node ${node}`],
  ];
}
