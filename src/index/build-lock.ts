/** Allows one build of an index at a time. */
import { Failure } from '../base/errors.ts';
import { takeLock, type Lock, type LockHolder } from '../base/lock.ts';

/** Takes the lock of an index, also from a dead holder. Throws a `Failure` that names a living one. */
export function lockIndex(indexPath: string): Lock {
  return takeLock(`${indexPath}.lock`, (holder) => busy(indexPath, holder));
}

function busy(indexPath: string, holder: LockHolder | null): Failure {
  const who = holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}, since ${holder.since}`;
  return new Failure('missing', 'index-busy', {
    message: `${indexPath} is being built by ${who}.`,
    next: 'Wait for it to finish, or stop it. The lock of a dead process is taken over automatically.',
  });
}
