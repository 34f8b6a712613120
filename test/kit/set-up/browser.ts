import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build } from '../../../build/built.ts';
import { testBrowser } from '../../../build/test-browser.ts';
import { browserOptions } from '../browser.ts';

/**
 * Before the tests of the stages `browser`, `soak` and `packages`: builds what is out of date, starts the one browser that all of them
 * use, and makes a folder for what several tests need packed. The first of these stages does it for all. Returns what ends both.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.OVERLAY_BROWSER_SERVER) return undefined;
  process.env.OVERLAY_BROWSER = testBrowser();
  build(['output', 'renderer', 'electron']);
  const server = await chromium.launchServer({ ...browserOptions(), host: '127.0.0.1' });
  process.env.OVERLAY_BROWSER_SERVER = server.wsEndpoint();
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  process.env.OVERLAY_PACKED = packed;
  return async () => {
    delete process.env.OVERLAY_BROWSER_SERVER;
    await server.close();
    rmSync(packed, { recursive: true, force: true });
  };
}
