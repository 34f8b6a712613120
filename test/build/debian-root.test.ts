import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { debianRoot } from '../kit/debian-root.ts';

it('has nothing mounted in a Debian that is copied for a test', ({ skip, onTestFinished }) => {
  const debian = debianRoot();
  if ('missing' in debian) return skip(debian.missing);
  onTestFinished(() => debian.remove());
  expect(readdirSync(join(debian.path, 'proc'))).toEqual([]);
  expect(readFileSync('/proc/mounts', 'utf8')).not.toMatch(/debian-|overlay-desk-tests/);
});
