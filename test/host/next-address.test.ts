import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepNextAddress } from '../../host/next-address.ts';

function addressIn(prepare: (file: string) => void) {
  const data = mkdtempSync(join(tmpdir(), 'next-address-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const file = join(data, 'address');
  prepare(file);
  let count = 0;
  const said: string[] = [];
  const fresh = (): string => `http://desk/${++count}`;
  const next = keepNextAddress(data, fresh, (text) => said.push(text));
  return { file, said, next };
}

it('the next address is kept until the desk ends, and a used one makes place for another', () => {
  const { file, said, next } = addressIn(() => undefined);
  next.used('http://desk/1');
  expect([next.now, readFileSync(file, 'utf8')]).toEqual(['http://desk/2', 'http://desk/2\n']);
  next.remove();
  expect(() => readFileSync(file)).toThrow('ENOENT');
  expect(said).toEqual([]);
});

it('an address that cannot be kept, or not be taken away, keeps no desk from running, and from ending in order', () => {
  const { file, said, next } = addressIn((place) => mkdirSync(place));
  expect(next.now).toBe('http://desk/1');
  next.remove();
  expect(said).toEqual([
    expect.stringContaining(`${file} cannot be written (`),
    `${file} cannot be removed (ERR_FS_EISDIR).`,
  ]);
});
