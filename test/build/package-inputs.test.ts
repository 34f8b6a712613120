import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  changedInputs,
  inputHashes,
  inputs,
  keptRecord,
  reason,
  recordOf,
  recordPath,
} from '../../build/package-inputs.ts';
import { root } from '../../build/set-up.js';
import { nextEdits } from '../kit/next-version.ts';

let base: string;
let passed: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(base, file)), { recursive: true });
  writeFileSync(join(base, file), text);
}

/** The inputs that changed since the tier passed. */
const changed = (): string[] => changedInputs(passed, inputHashes(base));

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'package-inputs-'));
  write('package.json', '{"version": "0.1.0", "scripts": {"test": "a"}}');
  write('build/package/host/postinst', '#!/bin/sh');
  write('build/package/deb.ts', 'one');
  write('desk/app/lane.ts', 'one');
  write('docs/install.md', 'one');
  write('test/kit/wine.ts', 'one');
  write('test/kit/registry.ts', 'one');
  write('test/build/windows.test.ts', `import { openWine } from '../kit/wine.ts';\nimport '../kit/registry.ts';`);
  write('test/build/plain.test.ts', 'one');
  passed = recordOf(inputHashes(base));
});
afterEach(() => rmSync(base, { recursive: true }));

describe('the packages tier', () => {
  it('need not run where nothing changed', () => {
    expect(changed()).toEqual([]);
  });

  it.each([
    ['what makes packages', 'build/package/deb.ts'],
    ['a script of a package', 'build/package/host/postinst'],
    ['a test of packages', 'test/build/windows.test.ts'],
    ['what such a test imports', 'test/kit/registry.ts'],
  ])('must run after a change of %s', (_, file) => {
    write(file, 'two');
    expect(changed()).toContain(file);
  });

  it.each([
    ['the programs in the packages', 'desk/app/lane.ts'],
    ['a document', 'docs/install.md'],
    ['another test', 'test/build/plain.test.ts'],
  ])('need not run after a change of %s', (_, file) => {
    write(file, 'two');
    expect(changed()).toEqual([]);
  });

  it('must run after an input was added or removed', () => {
    write('build/package/msi.ts', 'new');
    rmSync(join(base, 'build/package/deb.ts'));
    expect(changed()).toEqual(['build/package/deb.ts', 'build/package/msi.ts']);
  });

  it('must run after a change of package.json, but not of its scripts', () => {
    write('package.json', '{"version": "0.1.0", "scripts": {"test": "b"}}');
    expect(changed()).toEqual([]);
    write('package.json', '{"version": "0.2.0", "scripts": {"test": "b"}}');
    expect(changed()).toEqual(['package.json']);
  });

  it('must run in sources that have no record', () => {
    expect(changedInputs(keptRecord(base), inputHashes(base))).toEqual([...inputHashes(base).keys()]);
  });

  it('reads the record of the sources', () => {
    write(recordPath, passed);
    expect(keptRecord(base)).toBe(passed);
  });

  it.each([
    [[], 'The packages tier need not run: none of its 9 inputs changed since it passed.'],
    [['a.ts'], 'The packages tier must run: a.ts changed since it passed.'],
    [['a', 'b', 'c', 'd', 'e'], 'The packages tier must run: a, b, c and 2 more changed since it passed.'],
  ])('says why: %j', (files, line) => {
    expect(reason(files, 9)).toBe(line);
  });
});

describe('the inputs of this project', () => {
  it('have files for each pattern and each of its alternatives', () => {
    const each = inputs.flatMap((pattern) => alternatives(pattern));
    expect(each.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
  });

  it('are the tests of packages, what they run, and what they edit', () => {
    expect([...inputHashes().keys()]).toEqual(
      expect.arrayContaining([
        'build/package/host/overlay-desk-host.service',
        ...nextEdits.map(([file]) => file),
        'test/build/update-packages.test.ts',
        'test/kit/next-version.ts',
        'test/kit/programs/pack-once.ts',
        'test/stand-in-electron/stand-in.ts',
      ]),
    );
  });
});

/** The patterns that a pattern with `{a,b}` stands for. */
function alternatives(pattern: string): string[] {
  const [whole, before = '', inside = '', after = ''] = /^(.*?)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return whole === undefined ? [pattern] : inside.split(',').map((one) => before + one + after);
}
