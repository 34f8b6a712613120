import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../build/built.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sources-'));
  mkdirSync(join(directory, 'renderer', 'tree'), { recursive: true });
  writeFileSync(join(directory, 'renderer', 'main.ts'), 'start()');
  writeFileSync(join(directory, 'renderer', 'tree', 'Tree.svelte'), '<ul></ul>');
  writeFileSync(join(directory, 'config.ts'), 'export {}');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const sources = (): string => fingerprint(directory, ['renderer', 'config.ts', 'nothing']);

describe('what was built is stale', () => {
  const change: Record<string, () => void> = {
    'when a source changed': () => {
      writeFileSync(join(directory, 'renderer', 'tree', 'Tree.svelte'), '<ol></ol>');
    },
    'when a source came': () => {
      writeFileSync(join(directory, 'renderer', 'tree', 'Node.svelte'), '');
    },
    'when a source went': () => {
      rmSync(join(directory, 'renderer', 'main.ts'));
    },
    'when a source has another name': () => {
      rmSync(join(directory, 'renderer', 'main.ts'));
      writeFileSync(join(directory, 'renderer', 'start.ts'), 'start()');
    },
    'when the configuration changed': () => {
      writeFileSync(join(directory, 'config.ts'), 'export default {}');
    },
  };
  it.each(Object.keys(change))('%s', (name) => {
    const before = sources();
    change[name]?.();
    expect(sources()).not.toBe(before);
  });

  it('not when a source was only touched', () => {
    const before = sources();
    utimesSync(join(directory, 'renderer', 'main.ts'), 1, 1);
    writeFileSync(join(directory, 'unrelated.ts'), '');
    expect(sources()).toBe(before);
  });
});
