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
