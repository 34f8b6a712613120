import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import { showVersion } from '../../../contract/desk-api/show-file.ts';
import { keptLayout } from '../../../desk/show/kept-layout.ts';
import { Settings } from '../../../desk/screens/settings.ts';
import { memoryShow } from '../../kit/desk/scripted-ports.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const asked = { age: 0 };
const arranged = { sides: { show: 420, right: 300 }, folded: ['a/bug'] };

function opened(content?: unknown) {
  const clock = new ManualClock();
  const file = memoryShow(content);
  const show = new Settings(file, clock, () => undefined);
  return { clock, file, show, calls: keptLayout(show).calls };
}

it('a layout is written with the next edit, which gives the version its name', () => {
  const { file, show, calls } = opened();
  expect(calls.readLayout({}, asked)).toEqual({ sides: {}, folded: [] });
  void calls.setLayout(arranged, asked);
  expect([calls.readLayout({}, asked), file.written]).toEqual([arranged, []]);
  show.saveAll({ edit: 'Map the key F5', keys: [] });
  expect(file.written).toMatchObject([{ version: showVersion, edit: 'Map the key F5', layout: arranged, keys: [] }]);
});

it('a layout that nobody edits after is written once after a minute, whatever it went through', async () => {
  const { clock, file, calls } = opened();
  for (const show of [300, 310, 320]) {
    void calls.setLayout({ sides: { show }, folded: [] }, asked);
    await clock.pass(30_000);
  }
  expect(file.written).toEqual([]);
  await clock.pass(30_000);
  const layout = { sides: { show: 320 }, folded: [] };
  expect(file.written).toMatchObject([{ version: showVersion, edit: texts.show.arrange, layout }]);
  await clock.pass(120_000);
  expect(file.written).toHaveLength(1);
});

it('a layout is written when the desk ends, and is there when it starts again', async () => {
  const { file, show, calls } = opened();
  void calls.setLayout(arranged, asked);
  await show.close();
  expect(opened(file.written[0]).calls.readLayout({}, asked)).toEqual(arranged);
});

it('a wrong layout is told, set aside, and costs nothing else', () => {
  const { show, calls } = opened({ version: showVersion, layout: { sides: { show: 'wide' } } });
  expect(calls.readLayout({}, asked)).toEqual({ sides: {}, folded: [] });
  expect(show.problems).toEqual([expect.stringContaining('show.overlayshow, layout:')]);
});
