/** Provenance that every experiment has: the program, the machine and the time. */
import { cpus, totalmem } from 'node:os';
import { packageVersion } from '../../base/version.ts';

export interface Origin {
  lemmahead: string;
  /** ISO 8601, UTC. */
  began_at: string;
  made_at: string;
  machine: { node: string; platform: string; cpu: string; cpus: number; memory_bytes: number };
}

export function originOf(beganAt: string): Origin {
  return {
    lemmahead: packageVersion(),
    began_at: beganAt,
    made_at: new Date().toISOString(),
    machine: {
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
      cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
      cpus: cpus().length,
      memory_bytes: totalmem(),
    },
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
