/** The facts of models that workers ask. */
import type { Requirements } from '../queue/requirements.ts';

/** A model of a worker: its name and where its requests go. Keys stay with the worker. */
export function modelFacts(name: string, endpoint: string): Requirements {
  return { [`model ${name}`]: endpoint };
}
