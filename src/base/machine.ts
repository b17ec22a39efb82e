/** Facts about the machine, for records. */
import { cpus, totalmem } from 'node:os';

export function machineFacts(): { platform: string; cpus: number; memory_bytes: number; node: string } {
  return {
    platform: `${process.platform}-${process.arch}`,
    cpus: cpus().length,
    memory_bytes: totalmem(),
    node: process.versions.node,
  };
}
