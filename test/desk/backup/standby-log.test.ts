import { expect, it } from 'vitest';
import { texts } from '../../../contract/texts/texts.ts';
import { world } from '../../kit/desk/world.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

it('a graphic that only the backup has is named in the line of its panic', async () => {
  const id = ids.title.replace(/2$/, '9');
  const { root } = smallShow;
  const [third] = root.subcompositions;
  const bug = { ...third!, id, name: 'Backup Bug' };
  const stage = await world({
    pair: true,
    prepare: ({ show }) => {
      if (show.name !== 'spare') return;
      show.load({ ...smallShow, root: { ...root, subcompositions: [...root.subcompositions, bug] } });
      show.apply([{ subCompositionId: id, state: 'In' }]);
    },
  });
  await stage.do({ do: 'panic' });
  await stage.clock.pass(2_000);
  const line = stage.lines.find(({ action }) => action === texts.backup.panicOn('backup'));
  expect([line?.app, line?.targets]).toEqual([
    { key: 'spare', name: 'spare' },
    [{ address: `spare/${id}`, id, name: 'Backup Bug' }],
  ]);
});
