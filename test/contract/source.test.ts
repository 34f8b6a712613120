import { describe, expect, it } from 'vitest';
import { Source } from '../../contract/desk-api/source.ts';

const http = { kind: 'http', url: 'https://data.example/scores' };
const parsed = (from: object, more: object = {}) => Source.safeParse({ id: 's', name: 'Scores', from, ...more });
const problem = (from: object, more?: object) =>
  parsed(from, more)
    .error?.issues.map(({ message }) => message)
    .join();

describe('a source', () => {
  it('needs little more than where its text comes from', () => {
    expect(parsed(http).data).toEqual({
      id: 's',
      name: 'Scores',
      format: 'auto',
      rows: '',
      key: '',
      staleAfter: null,
      from: { ...http, every: 5_000, headers: {} },
    });
    for (const from of [
      { kind: 'file', path: '/a.csv' },
      { kind: 'socket', url: 'wss://data.example' },
      { kind: 'push' },
    ]) {
      expect(parsed(from).success).toBe(true);
    }
  });

  it('has no credentials in its address or its headers', () => {
    expect(problem({ ...http, url: 'https://me:1234@data.example/' })).toBe(
      'expected an address without a user and a password',
    );
    expect(problem({ ...http, headers: { authorization: 'Bearer 1234' } })).toBe(
      'a secret belongs to the secret store',
    );
    expect(problem({ ...http, secret: { id: '1' } })).toBe(undefined);
  });

  it('leaves the headers of the connection alone, and has no line ends in its own', () => {
    expect(problem({ ...http, headers: { host: 'other.example' } })).toContain('not allowed: host');
    expect(problem({ ...http, secret: { id: '1', header: 'content-length' } })).toContain('not allowed: host');
    expect(parsed({ ...http, headers: { 'x-a': 'b\r\nhost: other.example' } }).success).toBe(false);
    expect(parsed({ ...http, headers: { 'X A': 'b' } }).success).toBe(false);
  });

  it('has no other address than one of its kind, and nothing that nobody knows', () => {
    expect(parsed({ ...http, url: 'file:///etc/passwd' }).success).toBe(false);
    expect(parsed({ kind: 'socket', url: 'https://data.example' }).success).toBe(false);
    expect(parsed({ ...http, every: 99 }).success).toBe(false);
    expect(parsed({ ...http, password: '1234' }).success).toBe(false);
    expect(parsed(http, { allowPrivate: false }).success).toBe(false);
    expect(parsed(http, { secret: '1234' }).success).toBe(false);
  });
});
