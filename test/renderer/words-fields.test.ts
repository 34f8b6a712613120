import { texts } from '../../renderer/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../contract/model/field.ts';
import type { Drawn } from '../kit/screens/drawn.ts';
import { DrawnScreen } from '../kit/screens/drawn-screen.ts';
import { ids } from '../kit/service/evening-news.ts';

describe('the editors of a sub-composition', () => {
  const open = async (): Promise<Drawn> => {
    const screen = await DrawnScreen.open();
    screen.shared.selection.select(ids.lowerThird);
    return screen.draw();
  };

  it('stand in the order of the model, each under the title of its field', async () => {
    const labels = (await open()).the('group', 'Fields of Lower Third').select('label');
    expect(labels.map((label) => label.text)).toEqual(['Line 1', 'Line 2', 'Color']);
  });

  it('begin with what is staged, and show beside it what is on air', async () => {
    const drawn = await open();
    expect([drawn.labelled('Line 1').value, drawn.labelled('Line 2').value]).toEqual(['Grace Hopper', 'Reporter']);
    expect(drawn.saying('On air: Ada Lovelace')).toHaveLength(1);
    expect(drawn.saying('edited')).toHaveLength(1);
  });
});

describe('the editors of a widget', () => {
  const plain = { immediateUpdate: false, resetValue: '' };
  const model: Field[] = [
    { ...plain, id: 'about', type: 'infotext', title: 'About', index: 0, defaultValue: 'Two lines\nof words' },
    { ...plain, id: 'bio', type: 'textarea', title: 'Bio', index: 1, defaultValue: '', rows: '7' },
  ];
  const openWidget = async (): Promise<Drawn> => {
    const screen = await DrawnScreen.open((view) => {
      const [root] = view.model;
      const subcompositions = (root?.subcompositions ?? []).map((sub) =>
        sub.id === ids.ticker ? { ...sub, model } : sub,
      );
      const ticker = { ...view.subs[ids.ticker]!, values: { bio: '' }, staged: {} };
      return { ...view, model: [{ ...root!, subcompositions }], subs: { ...view.subs, [ids.ticker]: ticker } };
    });
    screen.shared.selection.select(ids.ticker);
    return screen.draw();
  };

  it('show a text of the author, and nothing to write into it', async () => {
    const [about, ...others] = (await openWidget()).select('.field').filter(({ text }) => text.includes('Two lines'));
    expect(others).toEqual([]);
    expect(about?.select('p').map(({ lines }) => lines)).toEqual(['Two lines\nof words']);
    expect(about?.select('input, textarea, select, button')).toEqual([]);
  });

  it('are as many lines high as the author wished', async () => {
    expect((await openWidget()).labelled('Bio').attribute('rows')).toBe('7');
  });
});

describe('a sub-composition in which another screen types', () => {
  const openWith = async (editor: { hand: string; words: boolean }): Promise<Drawn> => {
    const screen = await DrawnScreen.open((view) => {
      const third = { ...view.subs[ids.lowerThird]!, editors: [{ field: 'line1', ...editor }] };
      return { ...view, subs: { ...view.subs, [ids.lowerThird]: third } };
    });
    screen.shared.selection.select(ids.lowerThird);
    return screen.draw();
  };
  const marksIn = (drawn: Drawn): string[] => drawn.select('[data-mark="editing"]').map(({ text }) => text);

  it('is marked with that screen in the tree, beside its buttons and at the field', async () => {
    const drawn = await openWith({ hand: 'Screen 2', words: false });
    expect(marksIn(drawn)).toHaveLength(3);
    expect(marksIn(drawn.the('group', 'Fields of Lower Third'))).toEqual(['Screen 2 EDITS']);
    expect(drawn.select('button').filter(({ text }) => text.includes('not the words'))).toEqual([]);
  });

  it('says on Take In and Update before a press which words stay behind', async () => {
    const drawn = await openWith({ hand: 'Screen 2', words: true });
    const left = drawn.select('button').filter(({ text }) => text.includes(texts.take.withoutShort('Screen 2')));
    expect(left.map((button) => button.attribute('aria-label'))).toEqual([
      'Take In Lower Third, without the words that Screen 2 is typing',
      'Update Lower Third, without the words that Screen 2 is typing',
    ]);
  });

  it('shows nothing of its own cursor', async () => {
    expect(marksIn(await openWith({ hand: 'Screen 1', words: true }))).toEqual([]);
  });
});

describe('a value', () => {
  it('says under the pointer who set it', async () => {
    const screen = await DrawnScreen.open((view) => {
      const third = { ...view.subs[ids.lowerThird]!, setBy: { line1: 'Screen 2' } };
      return { ...view, subs: { ...view.subs, [ids.lowerThird]: third } };
    });
    screen.shared.selection.select(ids.lowerThird);
    const titles = (await screen.draw()).select('.field').map((field) => field.attribute('title'));
    expect(titles.slice(0, 2)).toEqual(['On air: Ada Lovelace, set by Screen 2', 'On air: Reporter, set elsewhere']);
  });
});

describe('a field whose text is refused', () => {
  it('keeps Update away until it is corrected or discarded', async () => {
    const screen = await DrawnScreen.open();
    screen.shared.selection.select(ids.lowerThird);
    const update = async (): Promise<string | null> =>
      (await screen.draw()).the('button', texts.common.of(texts.take.update, 'Lower Third')).attribute('title');
    const before = await update();
    const draft = { text: 'reddish', value: undefined, settled: true, sentOn: undefined };
    screen.shared.drafts.keep(ids.lowerThird, 'color', { ...draft, problem: 'no color' });
    expect(await update()).toBe(texts.take.refusedEdits);
    screen.shared.drafts.dropAll(ids.lowerThird);
    expect(await update()).toBe(before);
  });
});
