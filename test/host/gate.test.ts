import { describe, expect, it } from 'vitest';
import { type Arrival, type Decision, decide, type GateKeys } from '../../host/gate.ts';

const keys: GateKeys = { port: 8840, isSession: (key) => key === 'session', isToken: (key) => key === 'fresh' };
const cookie = 'overlay-desk-8840=session';
const host = '127.0.0.1:8840';
const origin = 'http://127.0.0.1:8840';

const page: Arrival = { method: 'GET', target: '/', host, origin: undefined, cookie, upgrade: false };
const socket: Arrival = { ...page, target: '/link', origin, upgrade: true };

const yes: Decision = { enter: 'yes' };
const foreign: Decision = { enter: 'no', why: expect.stringContaining('may not control this desk') as string };
const noKey: Decision = { enter: 'no', why: expect.stringContaining('does not have the key') as string };
const usedToken: Decision = { enter: 'no', why: expect.stringContaining('used already') as string };

function table(rows: [string, Arrival, Decision][]): void {
  it.each(rows)('%s', (_, arrival, decision) => {
    expect(decide(arrival, keys)).toEqual(decision);
  });
}

describe('a screen of the desk comes in', () => {
  table([
    ['to the page', page, yes],
    ['to the page by the other name of this machine', { ...page, host: 'localhost:8840' }, yes],
    ['to the link', socket, yes],
    [
      'to the link by the other name of this machine',
      { ...socket, host: 'localhost:8840', origin: 'http://localhost:8840' },
      yes,
    ],
    ['beside the cookies of other programs', { ...page, cookie: `a=1; overlay-desk-9999=x; ${cookie}; b=2=3` }, yes],
    ['with an address it used before: it goes to the page', { ...page, target: '/?token=old' }, { enter: 'home' }],
  ]);
});

describe('a browser with a one-time address', () => {
  const fresh = { ...page, cookie: undefined, target: '/?token=fresh' };
  table([
    ['gets a session for it', fresh, { enter: 'by token', token: 'fresh' }],
    [
      'gets one in place of a session of a desk that ran before',
      { ...fresh, cookie: 'overlay-desk-8840=old' },
      { enter: 'by token', token: 'fresh' },
    ],
    ['is told where to find another when it was used', { ...fresh, target: '/?token=used' }, usedToken],
    ['cannot spend it on asking for headers only', { ...fresh, method: 'HEAD' }, noKey],
    ['cannot spend it on a WebSocket', { ...socket, cookie: undefined, target: '/link?token=fresh' }, noKey],
  ]);
});

describe('DNS rebinding: a page whose name now means this machine', () => {
  table([
    ['is refused the page', { ...page, host: 'evil.example:8840' }, foreign],
    ['is refused the link', { ...socket, host: 'evil.example:8840', origin: 'http://evil.example:8840' }, foreign],
    ['is refused by a name that begins well', { ...page, host: '127.0.0.1:8840.evil.example' }, foreign],
    [
      'cannot use an address that it got hold of',
      { ...page, host: 'evil.example:8840', target: '/?token=fresh' },
      foreign,
    ],
    ['is refused without a Host at all', { ...page, host: undefined }, foreign],
    ['is refused with the port of another program', { ...page, host: '127.0.0.1:80' }, foreign],
  ]);
});

describe('a page of another site that the same browser shows', () => {
  table([
    ['cannot open the link', { ...socket, origin: 'https://evil.example' }, foreign],
    ['cannot open the link from a sandbox', { ...socket, origin: 'null' }, foreign],
    ['cannot send a form', { ...page, method: 'POST', origin: 'https://evil.example' }, foreign],
  ]);
});

describe('a page on another port of this machine, to which the browser sends the cookie', () => {
  table([
    ['cannot open the link', { ...socket, origin: 'http://127.0.0.1:9000' }, foreign],
    ['cannot open the link by the other name', { ...socket, origin: 'http://localhost:8840' }, foreign],
    ['cannot open the link without naming itself', { ...socket, origin: undefined }, foreign],
  ]);
});

describe('another program or user of this machine, which reaches the port', () => {
  table([
    ['sees no page without a cookie', { ...page, cookie: undefined }, noKey],
    ['opens no link without a cookie', { ...socket, cookie: undefined }, noKey],
    ['gets nowhere with a guessed session', { ...page, cookie: 'overlay-desk-8840=guess' }, noKey],
    ['gets nowhere with an empty session', { ...page, cookie: 'overlay-desk-8840=' }, noKey],
    ['gets nowhere with the session of another desk', { ...page, cookie: 'overlay-desk-9999=session' }, noKey],
    ['gets nowhere with a token in the place of a session', { ...page, cookie: 'overlay-desk-8840=fresh' }, noKey],
    [
      'gets nowhere with a session in the place of a token',
      { ...page, cookie: undefined, target: '/?token=session' },
      usedToken,
    ],
    ['gets nowhere with a request line that is no address', { ...page, cookie: undefined, target: '//[' }, noKey],
    [
      'gets nowhere with a strange request line',
      { ...page, cookie: undefined, target: '//evil.example/?token=' },
      usedToken,
    ],
  ]);
});
