import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../../contract/loopback.ts';
import { Gate, loopbackOnly, type Purpose, type Reach } from '../../../service/http/gate.ts';

/** Whether a request with these headers is let in. */
const lets = (
  reach: Partial<Reach>,
  headers: { host?: string; origin?: string },
  purpose: Purpose = 'change',
  secure = false,
): boolean => {
  try {
    new Gate({ ...loopbackOnly, ...reach }, secure).check(headers, purpose);
    return true;
  } catch {
    return false;
  }
};

describe('a service that listens on this machine only', () => {
  it.each([
    ['127.0.0.1:8830', true],
    ['localhost', true],
    ['LocalHost:1', true],
    ['[::1]:8830', true],
    ['evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example:8830', false],
    ['192.168.1.5', false],
    ['127.0.0.1@evil.example', false],
    ['localhost:1:2', false],
    ['', false],
  ])('is addressed as %s: %s', (host, let_) => {
    expect(lets({}, { host })).toBe(let_);
    expect(lets({}, { host }, 'read')).toBe(let_);
  });

  it('is not addressed by nothing', () => {
    expect(lets({}, {})).toBe(false);
  });
});

describe('a service that listens elsewhere', () => {
  it.each([
    ['192.168.1.5', '192.168.1.5:8830', true],
    ['192.168.1.5', 'localhost:8830', false],
    ['192.168.1.5', '192.168.1.6:8830', false],
    ['fe80::1', '[FE80::1]:8830', true],
    ['graphics', 'graphics:8830', true],
    ['0.0.0.0', '10.0.0.7:8830', true],
    ['0.0.0.0', 'localhost:8830', true],
    ['::', '[2001:db8::7]:8830', true],
    ['0.0.0.0', 'evil.example', false],
    ['0.0.0.0', '1.2.3.4.evil.example', false],
  ])('on %s is addressed as %s: %s', (on, host, let_) => {
    expect(lets({ host: on }, { host })).toBe(let_);
  });

  it('is addressed by the names that were added', () => {
    const reach = { host: '0.0.0.0', allowHosts: ['Graphics.studio.example'] };
    expect(lets(reach, { host: 'graphics.studio.example:8830' })).toBe(true);
    expect(lets(reach, { host: 'other.studio.example' })).toBe(false);
  });
});

describe('a page', () => {
  const host = 'localhost:8830';
  it.each([
    ['http://localhost:8830', true],
    ['HTTP://LOCALHOST:8830', true],
    ['http://localhost:8831', false],
    ['https://localhost:8830', false],
    ['http://127.0.0.1:8830', false],
    ['http://evil.example', false],
    ['null', false],
    ['', false],
  ])('of the origin "%s" may change something: %s', (origin, may) => {
    expect(lets({}, { host, origin })).toBe(may);
  });

  it('of any origin may ask to read: its browser does not let it see the answer', () => {
    expect(lets({}, { host, origin: 'http://evil.example' }, 'read')).toBe(true);
  });

  it('of its own origin may change something over TLS', () => {
    expect(lets({}, { host, origin: 'https://localhost:8830' }, 'change', true)).toBe(true);
    expect(lets({}, { host, origin: 'http://localhost:8830' }, 'change', true)).toBe(false);
  });

  it('of an origin that is allowed may, and of no other', () => {
    const reach = { allowOrigins: ['https://studio.example'] };
    expect(lets(reach, { host, origin: 'https://studio.example' })).toBe(true);
    expect(lets(reach, { host, origin: 'https://studio.example.evil.example' })).toBe(false);
    expect(lets(reach, { host, origin: 'http://studio.example' })).toBe(false);
  });

  it('of any origin, or of none, may do what the token in the path allows', () => {
    for (const origin of ['http://evil.example', 'null']) expect(lets({}, { host, origin }, 'by token')).toBe(true);
    expect(lets({}, { host: 'evil.example', origin: 'http://evil.example' }, 'by token')).toBe(false);
  });

  it('of any origin may open live channels where "*" is allowed, and never change by an account', () => {
    const reach = { allowOrigins: ['*'] };
    const tried = ['http://evil.example', 'null'].map((origin) =>
      (['live', 'change'] as const).map((purpose) => lets(reach, { host, origin }, purpose)),
    );
    expect(tried).toEqual([
      [true, false],
      [false, false],
    ]);
    expect(lets({}, { host, origin: 'http://evil.example' }, 'live')).toBe(false);
  });

  it('of the address that others reach it by is one of its own', () => {
    const reach = { publicUrl: 'https://graphics.example' };
    expect(lets(reach, { host: 'graphics.example', origin: 'https://graphics.example' })).toBe(true);
    expect(lets(reach, { host: 'graphics.example', origin: 'https://evil.example' })).toBe(false);
  });

  it('of an origin that is allowed still needs the right name', () => {
    const reach = { allowOrigins: ['http://evil.example'] };
    expect(lets(reach, { host: 'evil.example', origin: 'http://evil.example' })).toBe(false);
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.5', false],
  ['127.evil.example', false],
])('%s is of this machine alone: %s', (host, alone) => {
  expect(isLoopback(host)).toBe(alone);
});
