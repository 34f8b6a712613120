import { texts } from '../../renderer/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { Cue, type CueView, type WrittenCue } from '../../contract/desk-api/cue.ts';
import { AnimationState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Field } from '../../contract/model/field.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { Drawn } from '../kit/screens/drawn.ts';
import IngestReport from '../../renderer/cues/IngestReport.svelte';
import TargetEditor from '../../renderer/cues/TargetEditor.svelte';
import { DrawnScreen } from '../kit/screens/drawn-screen.ts';
import { oddFieldIds } from '../kit/scene/odd-names.ts';
import { ids } from '../kit/service/evening-news.ts';
import { testField } from '../kit/service/line-show.ts';

const takesIn = (id: string, name: string): WrittenCue['steps'] => [
  { targets: [{ subComposition: id, name, state: 'In' }] },
];
const cues: Record<string, Cue> = Object.fromEntries(
  [
    { id: 'a', number: '1', name: 'Opener', steps: takesIn(ids.title, 'Full-frame Title') },
    { id: 'b', number: '2', name: 'Ada Lovelace', steps: takesIn(ids.lowerThird, 'Lower Third') },
    { id: 'c', number: '2.5', steps: takesIn(ids.ticker, 'Ticker'), guarded: true as const },
  ].map((cue) => [cue.id, Cue.parse(cue)]),
);
const onAir: CueView = { state: 'ON AIR', onAir: 'yes', due: null, reason: '' };
const evening = { id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: Object.keys(cues) }] };

/** The evening news with a rundown of three cues: the first is on air, the second is next. */
async function open(more: Partial<DeskView> = {}): Promise<DrawnScreen> {
  const screen = await DrawnScreen.open((view) => ({
    ...view,
    rundowns: [evening],
    activeRundown: 'r',
    positions: { r: { next: { cue: 'b', step: 0 }, fired: null, hold: false, marked: [] } },
    cues,
    cueViews: { a: onAir, b: { ...onAir, state: 'NEXT', onAir: 'no' } },
    ...more,
  }));
  screen.shared.pages.go('rundown');
  return screen;
}

const rows = (drawn: Drawn) =>
  drawn
    .the('listbox', 'Cues')
    .all('option')
    .map((row) => row.attribute('aria-label'));
const cue = (drawn: Drawn, id: string): Drawn => drawn.select(`[data-cue="${id}"]`)[0]!;

it('a cue of which another cue took a graphic shows what it still has, and not its words', async () => {
  const screen = await open({ cueViews: { a: { ...onAir, only: ['Ticker', 'Score Bug'] } } });
  const row = cue(await screen.draw(), 'a');
  expect(row.select('.more').map(({ text }) => text)).toEqual([texts.cues.onlyOnAir('Ticker, Score Bug')]);
});

describe('the import of a file', () => {
  it('is not offered where the file cannot be read with the present choices, whatever was read before', async () => {
    const screen = await open();
    const { ingest } = screen.shared;
    const file = { name: 'Evening.csv', file: '', into: null };
    screen.desk.answers.set('checkIngest', () => ({ problems: [], names: {}, home: null, removes: [] }));
    await ingest.check(file);
    expect(ingest.mayImport).toBe(true);
    screen.desk.answers.set('checkIngest', () => Promise.reject(new Error('gone')));
    await ingest.nameColumn('Name', '');
    expect([ingest.mayImport, ingest.problem]).toEqual([false, expect.stringMatching(/./)]);
  });

  it('is neither good nor wrong while the file is being read', async () => {
    const screen = await open();
    const read = Promise.withResolvers<unknown>();
    screen.desk.answers.set('checkIngest', () => read.promise);
    void screen.shared.ingest.check({ name: 'Evening.csv', file: '', into: null });
    const [status] = (await screen.drawPart(IngestReport, {})).select('[data-result]');
    expect([status?.text.trim(), status?.attribute('data-result')]).toEqual(['Reading …', 'reading']);
  });
});

describe('the rundown', () => {
  it('lists its cues with their states, and what is next', async () => {
    const drawn = await (await open()).draw();
    expect(rows(drawn)).toEqual(['1 Opener, ON AIR', '2 Ada Lovelace, NEXT', '2.5']);
    expect(drawn.the('region', 'Go').text).toContain('2 Ada Lovelace');
  });

  it('shows what happens by itself, and that it is on hold', async () => {
    const screen = await open();
    const due = { what: 'out' as const, at: null, left: 3_200 };
    screen.desk.tell({
      cueViews: { a: { ...onAir, due } },
      positions: { r: { next: null, fired: null, hold: true, marked: ['c'] } },
    });
    const drawn = await screen.draw();
    expect(cue(drawn, 'a').text).toContain('out in 3.2 s, on hold');
    const bar = drawn.the('region', 'Go').text;
    expect(bar).toContain('ON HOLD');
    const mains = drawn.select('.mains button').map((one) => [one.text.trim(), one.attribute('aria-pressed')]);
    expect(mains).toEqual([
      ['Go', null],
      ['Hold', 'true'],
    ]);
    expect(bar).toContain(texts.cues.endOfRundown);
    expect(rows(drawn)).toContain('2.5, marked');
  });

  it('says when each cue is expected, as far as the plan tells', async () => {
    const planned = { ...cues, b: { ...cues.b!, planned: 90_000 } };
    const now = Date.now();
    const next = { cue: 'b', step: 0 };
    const position = { next, fired: { cue: 'a', at: now - 20_000 }, hold: false, marked: [] };
    const screen = await open({ cues: { ...planned, a: { ...cues.a!, planned: 60_000 } }, positions: { r: position } });
    const drawn = await screen.draw();
    expect(drawn.the('region', 'Go').text).toMatch(/2:(0|1)\d left of 2:30 and more/);
    const expected = (id: string) => cue(drawn, id).select('[title="When it is expected"]').length;
    expect([expected('a'), expected('b'), expected('c')]).toEqual([0, 1, 1]);
  });

  it('believes nothing without the desk', async () => {
    const screen = await open();
    expect(rows(await screen.draw())).toContain('1 Opener, ON AIR');
    screen.removeDesk();
    expect(rows(await screen.draw())).toEqual(['1 Opener, UNKNOWN', '2 Ada Lovelace, UNKNOWN', '2.5']);
  });

  it.each(['FAILED', 'REQUESTED', 'WAITING', 'NEXT'] as const)(
    'says %s beside ON AIR, in its row and as next',
    async (state) => {
      const view = { ...onAir, state };
      const drawn = await (await open({ cueViews: { b: view, c: { ...view, onAir: 'no' } } })).draw();
      expect(cue(drawn, 'b').text).toContain('ON AIR');
      expect(cue(drawn, 'c').text).not.toContain('ON AIR');
      expect(drawn.the('region', 'Go').text).toContain('ON AIR');
    },
  );

  it('says that the data of a cue is late before the cue takes it', async () => {
    const ada = Cue.parse({ id: 'a', number: '1', name: 'Ada', steps: [{ targets: [] }] });
    const screen = await open({
      rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: ['a'] }] }],
      positions: { r: { next: { cue: 'a', step: 0 }, fired: null, hold: false, marked: [] } },
      cues: { a: ada },
      cueViews: { a: { state: 'NEXT', onAir: 'no', due: null, reason: '', staleData: ['Squad'] } },
    });
    const drawn = await screen.draw();
    expect(rows(drawn)).toEqual(['1 Ada, NEXT, STALE DATA']);
    expect(drawn.the('region', 'Go').text).toContain('STALE DATA');
  });
});

describe('the editor of a cue', () => {
  it('names what the show no longer has', async () => {
    const gone = Cue.parse({ ...cues.a, steps: takesIn('embedded-1/gone', 'Old Bug') });
    const screen = await open({ cues: { ...cues, a: gone } });
    screen.shared.cueList.choose('a');
    expect((await screen.draw()).the('region', 'Cue').text).toContain(texts.common.notInThisShow);
  });

  it('does not call a graphic gone whose app instance was not reached so far', async () => {
    const away = Cue.parse({ ...cues.a, steps: takesIn('truck/third', 'Lower Third') });
    const screen = await open({ cues: { ...cues, a: away } });
    screen.shared.cueList.choose('a');
    const { text } = (await screen.draw()).the('region', 'Cue');
    expect(text).toContain(texts.common.notConnected);
    expect(text).not.toContain(texts.common.notInThisShow);
  });
});

describe('the active rundown', () => {
  it('is named on every page while there are several', async () => {
    const late = { id: 's', name: 'Late', groups: [] };
    const screen = await open({ rundowns: [evening, late] });
    const named = async () => (await screen.draw()).the('navigation', 'Pages').text;
    for (const page of ['show', 'rundown', 'data', 'workshop'] as const) {
      screen.shared.pages.go(page);
      expect(await named()).toContain('▶ Evening');
    }
    screen.desk.tell({ activeRundown: 's' });
    expect(await named()).toContain('▶ Late');
  });
});

const place = { cue: 'x', field: 'steps/0' };

describe('the state that a cue takes a graphic to', () => {
  it('is a choice with words, however an Out is written and whether the graphic is there', async () => {
    const screen = await DrawnScreen.open();
    const { in: In, out, out1, out2 } = texts.common;
    const chosen = async (subComposition: string, state: AnimationState): Promise<unknown> => {
      const [target] = Cue.parse({ steps: [{ targets: [{ subComposition, name: 'It', state }] }], id: 'x' }).steps[0]!
        .targets;
      const drawn = await screen.drawPart(TargetEditor, {
        target: target!,
        place,
        onchange: () => {},
        onremove: () => {},
      });
      return drawn
        .labelled(texts.cues.stateOf('It'))
        .select('option[selected]')
        .map(({ text }) => text)
        .join();
    };
    const all = (id: string): Promise<unknown[]> =>
      Promise.all(AnimationState.options.map((state) => chosen(id, state)));
    expect(await all(ids.lowerThird)).toEqual([In, out1, out1, out2]);
    expect(await all(ids.ticker)).toEqual([In, out, out, out]);
    expect(await all('gone')).toEqual([In, out, out1, out2]);
  });
});

const ofField = oddFieldIds.map((id) => [id.slice(0, 20), id] as const);

it.each(ofField)('a field that is called %s can be added to a cue', async (_, id) => {
  const field = testField(id, 'text', '');
  const screen = await DrawnScreen.open((view) => ({ ...view, model: view.model.map((node) => named(node, field)) }));
  const target = { subComposition: ids.lowerThird, name: 'Lower Third', values: {}, commands: {} };
  const drawn = await screen.drawPart(TargetEditor, { target, place, onchange: () => {}, onremove: () => {} });
  expect(drawn.select(`option[value="${id}"]`)).toHaveLength(1);
  const used = { ...target, values: { [id]: 'Ferrari' } };
  const after = await screen.drawPart(TargetEditor, { target: used, place, onchange: () => {}, onremove: () => {} });
  expect(after.select(`option[value="${id}"]`)).toEqual([]);
});

/** The lower third has this field alone. */
function named(node: ModelItem, field: Field): ModelItem {
  if (node.id === ids.lowerThird) return { ...node, model: [field] };
  return { ...node, subcompositions: node.subcompositions.map((nested) => named(nested, field)) };
}
