import { type Browser, chromium } from 'playwright-core';

/** Keep Chromium from talking to anybody but the pages under test. */
const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that the test job found, headless; `more` are switches of its command line. */
export function openBrowser(...more: string[]): Promise<Browser> {
  const executablePath = process.env.OVERLAY_BROWSER ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: [...quiet, ...more] });
}
