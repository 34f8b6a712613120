import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { Composition, SubComposition } from '../../../scene/schema/composition.ts';
import type { Field } from '../../../contract/model/field.ts';
import { tickerShow } from '../../kit/desk/app-stand.ts';
import { world } from '../../kit/desk/world.ts';
import { settled } from '../../kit/manual-clock.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

/** The small show with one of its sub-compositions changed. */
function showWith(id: string, change: (sub: SubComposition) => SubComposition): Composition {
  const { root } = smallShow;
  const subcompositions = root.subcompositions.map((sub) => (sub.id === id ? change(sub) : sub));
  return { ...smallShow, root: { ...root, subcompositions } };
}

/** The small show with the fields of its lower third as this makes them. */
const showOfFields = (change: (fields: Field[]) => Field[]): Composition =>
  showWith(ids.lowerThird, (sub) => ({ ...sub, fields: change(sub.fields) }));

const withoutLine1 = showOfFields((fields) => fields.filter(({ id }) => id !== 'line1'));
const changedLine1 = (to: Partial<Field>): Composition =>
  showOfFields((fields) => fields.map((field) => (field.id === 'line1' ? { ...field, ...to } : field)));
const numbered = changedLine1({ type: 'number', defaultValue: '1', resetValue: '1' });

/** A desk that shows the small show of a service, where the words of the lower third were edited and not sent. */
async function openEdited() {
  const stage = await world();
  const { clock, lines, screen, service, view } = stage;
  const third = stage.at(ids.lowerThird);
  await screen.call('do', { action: { do: 'set', subComposition: third, field: 'line1', value: 'Grace Hopper' } });
  await screen.call('do', { action: { do: 'set', subComposition: third, field: 'line2', value: 'Admiral' } });
  /** Another show comes; gives what the operator is told until it is dismissed. */
  const load = async (...compositions: Composition[]): Promise<string[]> => {
    service.show.load(...compositions);
    await clock.pass(100);
    await settled();
    return view.notices.filter(({ stays }) => stays).map(({ text }) => text);
  };
  return { clock, service, screen, view, third, load, lower: () => view.subs[third], lines };
}

describe('a show whose model changes', () => {
  it('names the composition that is no longer loaded, and nothing below it, while another one stays', async () => {
    const { load } = await openEdited();
    expect(await load(smallShow, tickerShow)).toEqual([]);
    expect(await load(tickerShow)).toEqual([texts.app.notLoaded('news: Small Show')]);
    expect(await load(smallShow)).toEqual([
      texts.app.notLoaded('news: Small Show'),
      texts.app.otherShow('news: Ticker Show'),
    ]);
  });

  it('with another name for a field keeps its edit, which is sent as it was', async () => {
    const { clock, service, screen, third, load, lower } = await openEdited();
    expect(await load(changedLine1({ title: 'Full name' }))).toEqual([
      texts.app.fieldRenamed('news: Lower Third', 'line1', 'Full name'),
    ]);
    expect(lower()?.staged).toEqual({ line1: 'Grace Hopper', line2: 'Admiral' });
    await screen.call('do', { action: { do: 'take', subComposition: third, to: 'In', action: 'play' } });
    await clock.pass(100);
    expect(service.sent.map(({ items }) => items)).toEqual([
      [{ subCompositionId: ids.lowerThird, payload: { line1: 'Grace Hopper', line2: 'Admiral' }, state: 'In' }],
    ]);
    expect(lower()?.tally).toBe('ON AIR');
  });

  it.each([
    ['without a field', withoutLine1, 'Lower Third no longer has the field line1'],
    ['with another type of a field', numbered, 'Lower Third: the field line1 is of another type now'],
  ])('%s drops its edit, says so, and takes the others In', async (_, composition, said) => {
    const { clock, service, screen, third, load, lower, lines } = await openEdited();
    expect(await load(composition)).toEqual([`news: ${said}, so its edit is dropped.`]);
    expect(lower()?.staged).toEqual({ line2: 'Admiral' });
    await screen.call('do', { action: { do: 'take', subComposition: third, to: 'In', action: 'play' } });
    await clock.pass(100);
    expect(service.sent.map(({ items }) => items)).toEqual([
      [{ subCompositionId: ids.lowerThird, payload: { line2: 'Admiral' }, state: 'In' }],
    ]);
    expect([lower()?.tally, lines.map(({ result }) => result)]).toEqual(['ON AIR', ['confirmed']]);
  });

  it('while an update is under way does not leave an edit of a field that is gone, when that is refused', async () => {
    const { clock, service, screen, third, load, lower, lines } = await openEdited();
    service.updateFaults.push({ kind: 'none', there: 500, back: 0 });
    await screen.call('do', { action: { do: 'update', subComposition: third } });
    await clock.pass(50);
    await load(withoutLine1);
    await clock.pass(1_000);
    expect(lines.map(({ action, result }) => [action, result])).toEqual([['Update', 'failed']]);
    expect(lower()?.staged).toEqual({ line2: 'Admiral' });
  });

  it('undoes nothing of a field that is gone, and sends nothing', async () => {
    const { clock, service, screen, third, view, load } = await openEdited();
    await screen.call('do', { action: { do: 'update', subComposition: third } });
    await clock.pass(1_000);
    expect(view.undoable['Screen 2']?.values?.words).toBe('Lower Third, line1, line2 (Update by Screen 2)');
    await load(withoutLine1);
    expect(view.undoable['Screen 2']).toEqual({ values: null, take: null, panic: null });
    await expect(screen.call('do', { action: { do: 'undo', what: 'values' } })).rejects.toMatchObject({
      code: 'undo-impossible',
      message: texts.undo.lostPart('Lower Third'),
    });
    expect(service.sent).toHaveLength(1);
  });

  it('without the button of a key says so; the key stays, and works when the button is there again', async () => {
    const { clock, service, screen, view, load, lines } = await openEdited();
    const flash = view.keys.find(({ key }) => key === 'KeyB');
    expect(flash?.action).toMatchObject({ do: 'fire', field: 'flash' });
    const told = await load(
      showWith(ids.title, (sub) => ({ ...sub, fields: sub.fields.filter(({ id }) => id !== 'flash') })),
    );
    expect(told).toEqual([`news: ${texts.app.fieldGone('Title', 'flash', '')}`]);
    const missing = texts.keys.lacksField('B', 'button', 'Title');
    expect(view.notices.map(({ text }) => text)).toContain(missing);
    await expect(screen.call('key', { key: 'KeyB', repeat: false })).rejects.toThrow(
      texts.app.noField('Title', 'flash'),
    );
    await clock.pass(100);
    await load(smallShow);
    expect([view.keys.find(({ key }) => key === 'KeyB'), view.notices.some(({ text }) => text === missing)]).toEqual([
      flash,
      false,
    ]);
    await screen.call('key', { key: 'KeyB', repeat: false });
    await clock.pass(100);
    expect(lines.map(({ action, result }) => [action, result])).toEqual([
      ['Fire flash', 'failed'],
      ['Fire flash', 'confirmed'],
    ]);
    expect(service.show.applied).toHaveLength(1);
  });

  it('in many ways at once tells eight of them, and how many more there are', async () => {
    const { load } = await openEdited();
    const renamed = showWith(ids.lowerThird, (sub) => ({
      ...sub,
      name: 'Strap',
      fields: sub.fields.map((field) => ({ ...field, title: `New ${field.id}` })),
    }));
    const { root } = renamed;
    const [strap, title] = root.subcompositions;
    const emptied = { ...title!, name: 'Headline', fields: title!.fields.slice(2) };
    const told = await load({ ...renamed, root: { ...root, name: 'Late Show', subcompositions: [strap!, emptied] } });
    const titles = ['line1', 'line2', 'color', 'size', 'fade', 'boxed'];
    expect(told).toEqual([
      [
        texts.app.renamed('news: Small Show', 'Late Show'),
        texts.app.renamed('Lower Third', 'Strap'),
        ...titles.map((field) => texts.app.fieldRenamed('Strap', field, `New ${field}`)),
        texts.app.moreChanges(6),
      ].join(' '),
    ]);
  });
});
