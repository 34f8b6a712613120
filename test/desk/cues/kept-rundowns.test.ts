import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import type { Rundown } from '../../../contract/desk-api/cue.ts';
import { showVersion } from '../../../contract/desk-api/show-file.ts';
import { KeptRundowns } from '../../../desk/cues/kept-cues.ts';
import { Settings } from '../../../desk/screens/settings.ts';
import { memoryShow } from '../../kit/desk/scripted-ports.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const cue = (id: string, number = id) => ({ id, number, name: '', notes: '', steps: [{ targets: [] }] });
const group = (id: string, ...cues: unknown[]) => ({ id, name: id, cues });
const rundown = (id: string, ...groups: unknown[]) => ({ id, name: `Show ${id}`, groups });

function opened(...rundowns: unknown[]) {
  const file = memoryShow({ version: showVersion, rundowns });
  const show = new Settings(file, new ManualClock(), () => undefined);
  let count = 0;
  const kept = new KeptRundowns(show, () => `new ${++count}`);
  const written = (): unknown[] => (file.written.at(-1) as { rundowns: unknown[] }).rundowns;
  return { kept, show, file, written, begun: kept.begun ?? [] };
}

const ids = (all: readonly Rundown[]): string[] =>
  all.flatMap(({ id, groups }) => [id, ...groups.flatMap((one) => [one.id, ...one.cues.map((own) => own.id)])]);

const wrong = { id: 'w', number: '2.5', name: 'Guests', steps: 'none', ours: true };

it('a wrong cue costs only itself, and is named with its place', () => {
  const { begun, show, file } = opened(rundown('r', group('g', cue('a'), wrong, cue('b'))), rundown('s', group('h')));
  expect(ids(begun)).toEqual(['r', 'g', 'a', 'b', 's', 'h']);
  expect(show.problems).toEqual([
    expect.stringContaining('show.overlayshow, rundowns[0].groups[0].cues[1], cue 2.5 Guests of Show r:'),
  ]);
  expect(show.problems[0]).toContain('steps');
  expect(file.written).toEqual([]);
});

it('a wrong cue stays at its place in the file whatever is edited, byte for byte', () => {
  const { kept, begun, written } = opened(
    rundown('r', group('g', wrong, cue('a'), wrong, cue('b')), group('h', cue('c'))),
  );
  const [r] = begun as [Rundown];
  const [g, h] = r.groups as [Rundown['groups'][0], Rundown['groups'][0]];
  const [a, b] = g.cues as [(typeof g.cues)[0], (typeof g.cues)[0]];
  const places = (...groups: Rundown['groups']): unknown => {
    kept.keep([{ ...r, groups }], 'Edit');
    return (written()[0] as Rundown).groups.map(({ id, cues }) => [id, ...cues.map((one) => one.id)]);
  };
  expect(places(...r.groups)).toEqual([
    ['g', 'w', 'a', 'w', 'b'],
    ['h', 'c'],
  ]);
  expect((written()[0] as Rundown).groups[0]?.cues[0]).toBe(wrong);
  // The cue before it is gone, or stands elsewhere; then its whole group is gone.
  expect(places({ ...g, cues: [b] }, { ...h, cues: [a] })).toEqual([
    ['g', 'w', 'b', 'w'],
    ['h', 'a'],
  ]);
  expect(places(h)).toEqual([['h', 'w', 'c', 'w']]);
});

it('the second of two things with one id gets its own, is told, and is saved', () => {
  const all = [
    rundown('r', group('g', cue('a'), cue('a', '7')), group('g', cue('b'))),
    rundown('r', group('h', cue('b', '9'))),
  ];
  const { kept, begun, written } = opened(...all);
  expect(ids(begun)).toEqual(['r', 'g', 'a', 'new 1', 'new 2', 'b', 'new 3', 'h', 'new 4']);
  expect(kept.renewed).toBe(
    texts.cues.newIds('show.overlayshow', 'the cue 7; the group g; the rundown Show r; the cue 9'),
  );
  expect(ids(written() as Rundown[])).toEqual(ids(begun));
  expect(opened(...written()).kept.renewed).toBe('');
});

it('a rundown that is wrong in itself is left out, and stays in the file', () => {
  const noName = { id: 'x', groups: [] };
  const { kept, begun, show, written } = opened(noName, rundown('r', group('g', cue('a'))));
  expect([ids(begun), show.problems.length]).toEqual([['r', 'g', 'a'], 1]);
  kept.keep(begun, 'Edit');
  expect(written()).toEqual([...begun, noName]);
});
