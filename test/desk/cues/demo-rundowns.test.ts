import { expect, it } from 'vitest';
import { Rundown } from '../../../contract/desk-api/cue.ts';
import { canonicalValue } from '../../../contract/model/canonical-value.ts';
import { preOrder } from '../../../contract/model/control.ts';
import demo from '../../../desk/cues/demo-rundowns.json' with { type: 'json' };
import { eveningNews } from '../../../service/demo/evening-news.ts';
import { world } from '../../kit/desk/world.ts';

it('takes and fills what the demo show has, and nothing else', () => {
  const cues = demo.flatMap((one) => Rundown.parse(one).groups.flatMap((group) => group.cues));
  const targets = cues.flatMap(({ steps }) => steps.flatMap((step) => step.targets));
  const subs = new Map([...preOrder([eveningNews.root])].map((sub) => [`embedded-1/${sub.id}`, sub]));
  const wrong = targets.flatMap(({ subComposition, name, values, commands }) => {
    const sub = subs.get(subComposition);
    if (sub?.name !== name) return [`${name} is not ${subComposition}`];
    const field = (id: string) => sub.fields.find((one) => one.id === id);
    const refused = Object.entries(values).filter(([id, value]) => {
      const known = field(id);
      return !known || !canonicalValue(known, value, { present: undefined, now: 0 }).ok;
    });
    const unknown = Object.keys(commands).filter((id) => field(id)?.type !== 'button');
    return [...refused.map(([id]) => `${name}, ${id}`), ...unknown.map((id) => `${name}, ${id}`)];
  });
  expect([wrong, targets.length > 10]).toEqual([[], true]);
});

it('takes everything out with its last cue, also what is inside of another graphic', () => {
  const last = demo.flatMap((one) => Rundown.parse(one).groups.flatMap((group) => group.cues)).at(-1);
  const outs = last?.steps.flatMap(({ targets }) =>
    targets.flatMap(({ name, state }) => (state === 'Out' ? name : [])),
  );
  const all = [...preOrder(eveningNews.root.subcompositions)].map(({ name }) => name);
  expect(outs?.toSorted()).toEqual(all.toSorted());
});

it('is what a new desk begins with, and no other one', async () => {
  const begun = await world({ isNew: true });
  expect(begun.view.rundowns.map(({ name }) => name)).toEqual(['Evening News', 'Show']);
  expect(begun.files.show.written[0]).toMatchObject({ rundowns: [{ id: 'demo' }] });
  expect((await world()).view.rundowns.map(({ name }) => name)).toEqual(['Show']);
});
