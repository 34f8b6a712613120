import { describe, expect, it } from 'vitest';
import { type Arrival, isForeign } from '../../host/gate.ts';

const host = '127.0.0.1:8840';
const origin = 'http://127.0.0.1:8840';
const page: Arrival = { host, origin: undefined, upgrade: false };
const socket: Arrival = { host, origin, upgrade: true };

function table(foreign: boolean, rows: [string, Arrival][]): void {
  it.each(rows)('%s', (_, arrival) => {
    expect(isForeign(arrival, 8840)).toBe(foreign);
  });
}

describe('a screen of the desk comes in', () => {
  table(false, [
    ['to the page', page],
    ['to the page by the other name of this machine', { ...page, host: 'localhost:8840' }],
    ['to the link', socket],
    [
      'to the link by the other name of this machine',
      { ...socket, host: 'localhost:8840', origin: 'http://localhost:8840' },
    ],
  ]);
});

describe('DNS rebinding: a page whose name now means this machine', () => {
  table(true, [
    ['is refused the page', { ...page, host: 'evil.example:8840' }],
    ['is refused the link', { ...socket, host: 'evil.example:8840', origin: 'http://evil.example:8840' }],
    ['is refused by a name that begins well', { ...page, host: '127.0.0.1:8840.evil.example' }],
    ['is refused without a Host at all', { ...page, host: undefined }],
    ['is refused with the port of another program', { ...page, host: '127.0.0.1:80' }],
  ]);
});

describe('a page of another site that the same browser shows', () => {
  table(true, [
    ['cannot open the link', { ...socket, origin: 'https://evil.example' }],
    ['cannot open the link from a sandbox', { ...socket, origin: 'null' }],
    ['cannot send a form', { ...page, origin: 'https://evil.example' }],
  ]);
});

describe('a page on another port of this machine', () => {
  table(true, [
    ['cannot open the link', { ...socket, origin: 'http://127.0.0.1:9000' }],
    ['cannot open the link by the other name', { ...socket, origin: 'http://localhost:8840' }],
    ['cannot open the link without naming itself', { ...socket, origin: undefined }],
  ]);
});
