import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenRequests } from '../../../node/as-run/open-requests.ts';
import { asRunLineOf } from '../../kit/desk/as-run-lines.ts';

let data = '';
beforeEach(() => void (data = mkdtempSync(join(tmpdir(), 'open-requests-'))));
afterEach(() => rmSync(data, { recursive: true }));

const file = (): string => join(data, 'as-run', 'open-requests.jsonl');
const lineOf = (action: string) => asRunLineOf({ action, result: 'unknown' });
const left = (): string[] => new OpenRequests(file()).left().map(({ action }) => action);

it('are left by a desk that was killed, and by none that saw their end', async () => {
  const requests = new OpenRequests(file());
  expect(requests.left()).toEqual([]);
  const [first, , third] = ['1', '2', '3'].map((action) => requests.add(lineOf(action)));
  first?.takeBack();
  await requests.close();
  expect(left()).toEqual(['2', '3']);
  third?.takeBack();
  third?.takeBack();
  await requests.close();
  expect(left()).toEqual(['2']);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it('are those of the last desk only', async () => {
  const killed = new OpenRequests(file());
  killed.add(lineOf('1'));
  await killed.close();
  const next = new OpenRequests(file());
  expect(next.left()).toHaveLength(1);
  next.add(lineOf('2')).takeBack();
  await next.close();
  expect(left()).toEqual([]);
});

it('are read up to what a kill cut off, and past what is damaged', async () => {
  const requests = new OpenRequests(file());
  requests.add(lineOf('1'));
  await requests.close();
  const text = readFileSync(file(), 'utf8');
  writeFileSync(file(), `nonsense\n${text}${text.slice(0, 40)}`);
  expect(left()).toEqual(['1']);
});

it('do not fill the disk', async () => {
  const requests = new OpenRequests(file());
  for (let at = 0; at < 3_000; at++) {
    requests.add(lineOf(String(at))).takeBack();
    if (at % 100 === 0) await requests.close();
  }
  await requests.close();
  expect(statSync(file()).size).toBeLessThan(400_000);
});

it('cost nothing where their file cannot be written', async () => {
  writeFileSync(join(data, 'as-run'), '');
  const requests = new OpenRequests(file());
  requests.add(lineOf('1')).takeBack();
  await requests.close();
  expect(existsSync(file())).toBe(false);
});
