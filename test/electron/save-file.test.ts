import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveFile } from '../../electron/save-file.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'save-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const where = (name: string): Promise<string> => Promise.resolve(join(directory, name));
async function* content(): AsyncGenerator<string | Uint8Array> {
  yield 'one,';
  await Promise.resolve();
  yield Buffer.from('two');
}
const file = { name: 'as-run.csv', mediaType: 'text/csv', content };

describe('a file from the desk', () => {
  it('is where the operator wants it, in place of one that was there', async () => {
    writeFileSync(join(directory, 'as-run.csv'), 'an older one');
    expect(await saveFile(where)(file)).toEqual({ how: 'saved', file: join(directory, 'as-run.csv') });
    expect(readFileSync(join(directory, 'as-run.csv'), 'utf8')).toBe('one,two');
    expect(readdirSync(directory)).toEqual(['as-run.csv']);
  });

  it('is nowhere where the operator thinks better of it', async () => {
    expect(await saveFile(() => Promise.resolve(undefined))(file)).toEqual({ how: 'cancelled' });
  });

  it('that fails on the way leaves what was there, and no half', async () => {
    writeFileSync(join(directory, 'as-run.csv'), 'an older one');
    async function* failing(): AsyncGenerator<string> {
      yield 'half';
      await Promise.resolve();
      throw new Error('EIO: i/o error, read');
    }
    await expect(saveFile(where)({ ...file, content: failing })).rejects.toThrow('EIO');
    expect(readdirSync(directory)).toEqual(['as-run.csv']);
    expect(readFileSync(join(directory, 'as-run.csv'), 'utf8')).toBe('an older one');
  });
});
