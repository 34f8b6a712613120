import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../build/set-up.js';

const rules = readdirSync(join(root, 'docs/rules')).map((name) => `docs/rules/${name}`);
const documents = ['ARCHITECTURE.md', ...rules];
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Names in backticks that contain a slash. `/metrics` is an address, and `app key/id` a pattern. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w.-]+\/[^`\s]*)`/g)].map((found) => found[1] ?? '');
}

describe('docs/operators', () => {
  it.each(readdirSync(join(root, 'docs/operators')))(
    '%s has no line over 140 characters, except rows of tables',
    (name) => {
      const lines = read(`docs/operators/${name}`).split('\n');
      expect(lines.filter((line) => line.length > 140 && !line.startsWith('|'))).toEqual([]);
    },
  );
});

describe('ARCHITECTURE.md and docs/rules', () => {
  it.each(documents)('%s names only paths that exist', (name) => {
    expect(pathsIn(read(name)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(documents)('%s has no line over 140 characters', (name) => {
    expect(
      read(name)
        .split('\n')
        .filter((line) => line.length > 140),
    ).toEqual([]);
  });

  it('has at most 200 lines, and at most 16 files in the walk of a key press, each with its test', () => {
    const entrance = read('ARCHITECTURE.md');
    expect(entrance.split('\n').length).toBeLessThanOrEqual(200);
    const walk = /## One key press[^|]*((?:\|.*\n)+)/.exec(entrance)?.[1]?.trim().split('\n').slice(2) ?? [];
    expect(walk.length).toBeGreaterThan(0);
    expect(walk.length).toBeLessThanOrEqual(16);
    expect(walk.filter((row) => pathsIn(row).length !== 2)).toEqual([]);
  });

  it('lists every document of rules, every top-level folder, and every room of the desk', () => {
    const named = new Set(pathsIn(read('ARCHITECTURE.md')));
    const folders = (of: string): string[] =>
      readdirSync(join(root, of), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
    const made = ['node_modules', 'dist', 'data'];
    const top = folders('').filter((name) => !name.startsWith('.') && !made.includes(name));
    const wanted = [...rules, ...top.map((name) => `${name}/`), ...folders('desk').map((name) => `desk/${name}/`)];
    expect(wanted.filter((path) => !named.has(path))).toEqual([]);
  });
});
