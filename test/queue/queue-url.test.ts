/** Addresses of queues, and which facts of a unit a worker lacks. */
import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { nearestMissing, offerFor, requirementsDigest } from '../../src/queue/requirements.ts';
import { unitId } from '../../src/queue/unit-kind.ts';

describe('the address of a queue', () => {
  test('has defaults for user and port, and TLS except on this machine', () => {
    expect(readQueueUrl('postgres://localhost/units')).toEqual({
      host: 'localhost',
      port: 5432,
      user: userInfo().username,
      database: 'units',
      hasTls: false,
      shown: `postgres://${userInfo().username}@localhost:5432/units`,
    });
    expect(readQueueUrl('postgresql://me@db.example.org:1/a%20b')).toMatchObject({
      user: 'me',
      port: 1,
      database: 'a b',
      hasTls: true,
    });
    expect(readQueueUrl('postgres://me@[::1]/a')).toMatchObject({ host: '::1', hasTls: false });
    expect(readQueueUrl('postgres://me@db/a?sslmode=disable').hasTls).toBe(false);
    expect(readQueueUrl('postgres://me@127.0.0.1/a?sslmode=verify-full').hasTls).toBe(true);
  });

  test.each([
    ['no address', 'db', 'queue-url'],
    ['another protocol', 'mysql://me@db/a', 'queue-url'],
    ['no database', 'postgres://me@db', 'queue-url'],
    ['an unknown parameter', 'postgres://me@db/a?host=x', 'queue-url'],
    ['an unknown mode', 'postgres://me@db/a?sslmode=prefer', 'queue-url'],
    ['a password', 'postgres://me:hunter2@db/a', 'queue-password'],
    ['a password as a parameter', 'postgres://me@db/a?password=hunter2', 'queue-password'],
    ['a password in something else', 'me:hunter2@db', 'queue-url'],
  ])('is refused with %s, and not repeated', (_, text, code) => {
    const error = catchFailure(() => readQueueUrl(text));
    expect(error.detail).toMatchObject({ exit: 'usage', code, next: expect.stringContaining('--queue postgres://') });
    expect(JSON.stringify(error.detail)).not.toContain('hunter2');
  });
});

function catchFailure(call: () => unknown): Failure {
  try {
    call();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error('There was no failure.');
}

describe('requirements', () => {
  const offer = { lean: 'Lean 4.33.1', 'package mathlib': 'abc', sandbox: 'namespaces' };

  test.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, []],
    ['the same facts', { lean: 'Lean 4.33.1', 'package mathlib': 'abc' }, []],
    ['a weaker sandbox', { sandbox: 'limits' }, []],
    ['a stronger sandbox', { sandbox: 'bubblewrap' }, ['sandbox bubblewrap (it has namespaces)']],
    ['an unknown sandbox', { sandbox: 'concrete' }, ['sandbox concrete (it has namespaces)']],
    ['another commit', { 'package mathlib': 'abd' }, ['package mathlib abd (it has abc)']],
    ['another package', { 'package aesop': '1', lean: 'Lean 4.33.1' }, ['package aesop 1']],
  ])('%s', (_, requirements, missing) => {
    expect(nearestMissing(requirements, [offer])).toEqual(missing);
    expect(offerFor(requirements, [{}, offer])).toBe(
      missing.length > 0 ? -1 : Object.keys(requirements).length > 0 ? 1 : 0,
    );
  });

  test('are missing with regard to the nearest environment', () => {
    expect(nearestMissing({ lean: 'a', 'package x': '1' }, [{}, { lean: 'a' }])).toEqual(['package x 1']);
    expect(nearestMissing({ lean: 'a' }, [])).toEqual(['lean a']);
  });

  test('have a digest that does not depend on the order', () => {
    expect(requirementsDigest({ a: '1', b: '2' })).toBe(requirementsDigest({ b: '2', a: '1' }));
    expect(requirementsDigest({ a: '1' })).not.toBe(requirementsDigest({ a: '2' }));
  });
});

test('the id of a unit is a UUID that depends on its queue and content', () => {
  const id = unitId('check.1', '{}');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  expect(unitId('check.1', '{}')).toBe(id);
  expect(unitId('check.2', '{}')).not.toBe(id);
  expect(unitId('check.1', '{ }')).not.toBe(id);
});
