/** Access control: the requests that another site's page can cause, and the token. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { Guard, type GuardOptions, isLoopback, type AccessRequest } from '../../src/server/http/guard.ts';

const TOKEN = 'a-token-of-sixteen';

/** The code of the refusal, or null if the request is accepted. */
function refusal(options: Partial<GuardOptions>, request: Partial<AccessRequest>): string | null {
  const guard = new Guard({ host: '127.0.0.1', allowedHosts: [], token: null, ...options });
  try {
    guard.check({ host: 'localhost', origin: undefined, authorization: undefined, isPublic: false, ...request });
    return null;
  } catch (error) {
    return (error as Failure).detail.code;
  }
}

describe('the Host header', () => {
  it.each([
    'localhost',
    'LocalHost',
    'localhost:5326',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.8.9.10:5326',
    '[::1]',
    '[::1]:65535',
  ])('is accepted: %s', (host) => expect(refusal({}, { host })).toBe(null));

  it.each([
    'evil.example',
    'evil.example:5326',
    'localhost.evil.example',
    'localhost.evil.example:5326',
    '127.0.0.1.evil.example',
    '127.0.0.999',
    'evil-localhost',
    'localhost.',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '192.168.0.7',
    '::1',
    '[::1',
    '::1]',
    '[localhost]',
    'localhost:',
    'localhost:5326:80',
    'localhost:port',
    'localhost:123456',
    'user@localhost',
    'localhost@evil.example',
    'localhost/evil.example',
    'evil.example#localhost',
    'evil.example?localhost',
    'evil.example\\localhost',
    'evil.example, localhost',
    'localhost, evil.example',
    'localhost evil.example',
    'localhost\tx',
    ' localhost',
    'localhost\0',
    'localhoſt',
    'ⓛocalhost',
    '127。0。0。1',
    '',
  ])('is refused: %j', (host) => expect(refusal({}, { host })).toBe('host-refused'));

  it('is required', () => expect(refusal({}, { host: undefined })).toBe('host-refused'));

  it('may be an allowed name, in any letter case and with any port, but not a name that contains it', () => {
    const allowedHosts = ['lean.lab.example'];
    for (const host of ['lean.lab.example', 'Lean.Lab.Example:8080'])
      expect(refusal({ allowedHosts }, { host })).toBe(null);
    for (const host of ['x.lean.lab.example', 'lean.lab.example.evil', 'lab.example'])
      expect(refusal({ allowedHosts }, { host }), host).toBe('host-refused');
  });

  it.each(['0.0.0.0', '::', '192.168.0.7', '2001:db8::7'])('may be any address if the server listens on %s', (host) => {
    for (const requested of ['192.168.0.7:5326', '10.0.0.1', '[2001:db8::7]:80', 'localhost'])
      expect(refusal({ host, token: TOKEN }, { host: requested, isPublic: true }), requested).toBe(null);
    for (const requested of ['evil.example', '192.168.0.7.evil.example', '999.1.1.1', '[evil]'])
      expect(refusal({ host, token: TOKEN }, { host: requested, isPublic: true }), requested).toBe('host-refused');
  });

  it('may be the listening name, in any letter case', () => {
    for (const host of ['lean.lab.example', 'Lean.Lab.Example'])
      expect(refusal({ host, token: TOKEN }, { host: 'LEAN.lab.example:5326', isPublic: true }), host).toBe(null);
  });

  it('is refused if it contains anything other than a name of the server', () => {
    const around = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 });
    const isPort = (text: string): boolean => /^:\d{1,5}$/u.test(text);
    fc.assert(
      fc.property(around, fc.boolean(), (more, isBefore) => {
        fc.pre(isBefore || !isPort(more));
        expect(refusal({}, { host: isBefore ? `${more}localhost` : `localhost${more}` })).toBe('host-refused');
      }),
    );
  });
});

describe('the Origin header', () => {
  it.each([
    ['localhost:5326', 'http://localhost:5326'],
    ['LOCALHOST:5326', 'http://localhost:5326'],
    ['localhost', 'https://localhost'],
    ['[::1]:5326', 'http://[::1]:5326'],
  ])('is accepted: at %s, %s', (host, origin) => expect(refusal({}, { host, origin })).toBe(null));

  it.each([
    'null',
    '',
    'http://evil.example',
    'http://localhost',
    'http://localhost:5327',
    'http://localhost:5326.evil.example',
    'http://evil.example/localhost:5326',
    'http://evil.example#localhost:5326',
    'http://user@localhost:5326',
    'http://127.0.0.1:5326',
    'file://localhost:5326',
    'chrome-extension://localhost:5326',
    'localhost:5326',
    'http://localhost:5326/',
    'http://localhost:5326, http://evil.example',
  ])('is refused: %j', (origin) => {
    expect(refusal({}, { host: 'localhost:5326', origin })).toBe('origin-refused');
    // Also for public data, and also with a token.
    const authorization = `Bearer ${TOKEN}`;
    expect(refusal({ token: TOKEN }, { host: 'localhost:5326', origin, authorization, isPublic: true })).toBe(
      'origin-refused',
    );
  });
});

describe('the token', () => {
  const refusalOf = (authorization: string | undefined, isPublic = false): string | null =>
    refusal({ token: TOKEN }, { authorization, isPublic });

  it('is accepted with any spelling of Bearer', () => {
    for (const header of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`, `BEARER ${TOKEN} `])
      expect(refusalOf(header), header).toBe(null);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer x${TOKEN}`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer wrong, Bearer ${TOKEN}`,
    `xBearer ${TOKEN}`,
    `Bearer\u00a0${TOKEN}`,
  ])('is refused: %j', (header) => expect(refusalOf(header)).toBe('unauthorized'));

  it('is not required for public data, or if the server has no token', () => {
    expect(refusalOf(undefined, true)).toBe(null);
    expect(refusalOf('Bearer wrong', true)).toBe(null);
    expect(refusal({}, { authorization: 'Bearer anything' })).toBe(null);
  });

  it('does not bypass the check of the host', () => {
    expect(refusal({ token: TOKEN }, { host: 'evil.example', authorization: `Bearer ${TOKEN}` })).toBe('host-refused');
  });

  it('may be any word, and only the same word is accepted', () => {
    const word = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => /^\S+$/u.test(text));
    fc.assert(
      fc.property(word, word, (token, other) => {
        expect(refusal({ token }, { authorization: `Bearer ${token}` })).toBe(null);
        fc.pre(other !== token);
        expect(refusal({ token }, { authorization: `Bearer ${other}` })).toBe('unauthorized');
      }),
    );
  });
});

describe('isLoopback', () => {
  it('accepts loopback addresses only, and no names that begin like them', () => {
    expect(['localhost', '127.0.0.1', '127.255.0.1', '::1'].filter((host) => !isLoopback(host))).toEqual([]);
    const others = [
      '',
      '0.0.0.0',
      '::',
      '127.evil.example',
      '127.0.0.1.evil',
      '1127.0.0.1',
      '127.0.0',
      'localhost.evil',
      '::11',
    ];
    expect(others.filter((host) => isLoopback(host))).toEqual([]);
  });
});
