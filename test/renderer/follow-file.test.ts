import { texts } from '../../renderer/texts/texts.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everythingInstalled } from '../../scene/content/content-advice.ts';
import type { ContentTextCheck } from '../../scene/content/content-text.ts';
import { followFile } from '../../renderer/workshop/state/followed-file.svelte.ts';
import { lowerThirdContent } from '../kit/screens/scripted-workshop.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A file that a test saves, moves away and brings back, and a clock that only the test moves. */
function followed(text: string) {
  let file: { text: string; lastModified: number } | undefined = { text, lastModified: 1 };
  let reads = 0;
  const checks: ContentTextCheck[] = [];
  const handle = {
    name: 'show.json',
    getFile: async () => {
      if (!file) throw new DOMException('gone', 'NotFoundError');
      const bytes = new TextEncoder().encode(file.text);
      const arrayBuffer = async () => (reads++, bytes.buffer);
      return { lastModified: file.lastModified, size: bytes.byteLength, arrayBuffer };
    },
  };
  const end = followFile(handle, everythingInstalled, (check) => checks.push(check));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    end,
    /** The file is this from now on, and it is looked at again. Gives the problems of each check that this made. */
    async saved(text: string | undefined): Promise<string[][]> {
      file = text === undefined ? undefined : { text, lastModified: (file?.lastModified ?? 1) + 1 };
      return this.looked();
    },
    async looked(): Promise<string[][]> {
      await settled();
      vi.runOnlyPendingTimers();
      await settled();
      return checks.splice(0).map(({ problems }) => problems.map(({ path, message }) => `${path}: ${message}`));
    },
    checks,
    settled,
    reads: () => reads,
    waits: () => vi.getTimerCount() > 0,
  };
}

const good = JSON.stringify(lowerThirdContent());

it('a file is checked at once, and again only when it was saved', async () => {
  const show = followed(good);
  await show.settled();
  expect(show.checks).toEqual([expect.objectContaining({ problems: [], value: lowerThirdContent() })]);
  expect([await show.looked(), await show.looked(), show.reads()]).toEqual([[[]], [], 1]);
  expect([await show.saved(good.replace('Lower Third', 'Title')), show.reads()]).toEqual([[[]], 2]);
});

it('what is wrong with a file is told with its place, each time that it was saved', async () => {
  const show = followed('{\n  "command": ');
  expect(await show.looked()).toEqual([[': line 2, column 14: is not JSON: Unexpected end of JSON input']]);
  const typo = good.replace('"kind":"box"', '"kind":"box","fil":"red"');
  expect(await show.saved(typo)).toEqual([
    [expect.stringMatching(/elements\[0\]\.fil: there is no such property here$/)],
  ]);
  expect(await show.saved(good)).toEqual([[]]);
});

it('a file that goes is told once, and is read again when it is back', async () => {
  const show = followed(good);
  await show.looked();
  expect([await show.saved(undefined), await show.looked()]).toEqual([[[`: ${texts.workshop.noSuchFile}`]], []]);
  expect(await show.saved(good)).toEqual([[]]);
});

it('a file is not looked at any more when the following ended', async () => {
  const show = followed(good);
  await show.looked();
  show.end();
  expect([show.waits(), await show.saved('{'), show.reads()]).toEqual([false, [], 1]);
});

it('a file that is too large is told without being read', async () => {
  const show = followed('x'.repeat(8 * 1024 * 1024 + 1));
  expect([await show.looked(), show.reads()]).toEqual([
    [[': has 8388609 bytes, and a composition has at most 8388608']],
    0,
  ]);
  expect([await show.looked(), await show.saved(good), show.reads()]).toEqual([[], [[]], 1]);
});
