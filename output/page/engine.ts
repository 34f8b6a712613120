import { oldestChromium, type PageEngine } from '../../contract/service-api/output-page.ts';

/**
 * The browser engine of this page. One older than {@link oldestChromium}, or another one of that age, lacks what the
 * page draws with: it would draw plates without words.
 */
export function engineOf(userAgent: string): PageEngine {
  const version = Number(/Chrom(?:e|ium)\/(\d+)/.exec(userAgent)?.[1] ?? NaN);
  const other = /\b(Firefox)\/(\d+)/.exec(userAgent) ?? /\b(AppleWebKit)\/(\d+)/.exec(userAgent);
  const name = version ? `Chromium ${version}` : other ? `${other[1]} ${other[2]}` : 'An unknown engine';
  // `findLast` came with Chromium 97, the newest of what the page calls.
  const complete = 'hasOwn' in Object && 'findLast' in Array.prototype;
  return { name, tooOld: !complete || version < oldestChromium };
}
