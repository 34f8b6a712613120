import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Rundown } from '../../../contract/desk-api/cue.ts';
import { canonicalValue } from '../../../contract/model/canonical-value.ts';
import { preOrder } from '../../../contract/model/control.ts';
import demoRundowns from '../../../desk/cues/demo-rundowns.json' with { type: 'json' };
import { usualDataLimits } from '../../../desk/live-data/tables/data-limits.ts';
import { findCell, rowsOf } from '../../../desk/live-data/tables/rows.ts';
import { readText } from '../../../desk/live-data/tables/read-text.ts';
import { demoData, demoGuests, demoTable } from '../../../desk/live-data/demo-data.ts';
import { demoFileIn } from '../../../node/desk-on-data.ts';
import { eveningNews } from '../../../service/demo/evening-news.ts';
import { world } from '../../kit/desk/world.ts';

let directory: string;
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'overlay-demo-'))));
afterEach(() => rm(directory, { recursive: true }));

it('fits the demo show, whose lower third has the first guest already', () => {
  const { sources, links } = demoData('/guests.csv');
  const [source, link] = [sources[0]!, links[0]!];
  const rows = rowsOf(readText(demoTable(), source.format, usualDataLimits), source, { limits: usualDataLimits });
  expect([rows.list.length, rows.note]).toEqual([demoGuests.length - 1, '']);
  const sub = [...preOrder([eveningNews.root])].find(({ id }) => `embedded-1/${id}` === link.subComposition);
  expect(sub?.name).toBe(link.name);
  rows.list.forEach((_, index) => {
    for (const [id, { path }] of Object.entries(link.fields)) {
      const field = sub?.fields.find((one) => one.id === id);
      const cell = findCell(rows, { row: { index }, path }, 1_000);
      const value = 'value' in cell ? cell.value : undefined;
      expect(canonicalValue(field!, value, { present: undefined, now: 0 }).ok).toBe(true);
      if (index === 0) expect(value).toBe(field?.defaultValue);
    }
  });
});

it('has the row of each cue that takes what is linked to it', () => {
  const { sources, links } = demoData('/guests.csv');
  const cues = demoRundowns.flatMap((one) => Rundown.parse(one).groups.flatMap((group) => group.cues));
  const taken = cues.flatMap(({ number, steps }) =>
    steps.flatMap(({ targets }) =>
      targets.flatMap(({ subComposition, row }) => (row ? [{ number, subComposition, row }] : [])),
    ),
  );
  expect(taken).toEqual([{ number: '4', subComposition: links[0]?.subComposition, row: { key: demoGuests[2]?.[0] } }]);
  expect(sources[0]?.key).toBe(demoGuests[0]?.[0]);
});

it('is what a new desk begins with, in a file of its own that stays as the operator made it', async () => {
  const writeDemo = demoFileIn(directory);
  const begun = await world({ isNew: true, writeDemo });
  const path = join(directory, 'guests.csv');
  expect(begun.view.sources).toMatchObject([{ name: 'Guests', from: { kind: 'file', path } }]);
  expect(begun.files.show.written.at(-1)).toMatchObject({ sources: [{}], dataLinks: [{ source: 'demo-guests' }] });
  expect(await readFile(path, 'utf8')).toBe(demoTable());
  await writeFile(path, 'mine');
  expect([writeDemo('guests.csv', demoTable()), await readFile(path, 'utf8')]).toEqual([path, 'mine']);
  expect((await world({ writeDemo })).view.sources).toEqual([]);
});

it('is left out where its file cannot be written', async () => {
  const begun = await world({ isNew: true, writeDemo: demoFileIn(join(directory, 'none')) });
  expect([begun.view.sources, begun.view.rundowns.length]).toEqual([[], 2]);
});
