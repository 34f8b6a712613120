import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../../build/built.ts';
import { testBrowser } from '../../../build/test-browser.ts';

/**
 * Before the tests of the stages `browser`, `soak` and `packages`: builds what is out of date, chooses the browser, and makes a folder for
 * what several tests need packed. The first of these stages does it for all. Returns what takes the folder away.
 */
export function setup(): (() => void) | undefined {
  if (process.env.OVERLAY_PACKED) return undefined;
  process.env.OVERLAY_BROWSER = testBrowser();
  build(['output', 'renderer', 'electron']);
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  process.env.OVERLAY_PACKED = packed;
  return () => {
    delete process.env.OVERLAY_PACKED;
    rmSync(packed, { recursive: true, force: true });
  };
}
