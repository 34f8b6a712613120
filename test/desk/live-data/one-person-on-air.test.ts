import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DataWorld, world } from '../../kit/desk/world.ts';
import { runs } from '../../kit/runs.ts';
import { ids } from '../../kit/service/small-show.ts';

/** A person of a feed. The words say whose they are. `role`: `R` of the person, or how the cell is absent. */
interface Person {
  id: string;
  role: 'R' | null | undefined | '';
}

const people = ['1', '2', '3', '4', '5'];
const person = fc.record({
  id: fc.constantFrom(...people),
  role: fc.constantFrom<Person['role'][]>('R', 'R', null, undefined, ''),
});
const feed = fc.uniqueArray(person, { minLength: 1, maxLength: 4, selector: ({ id }) => id });
const textOf = (rows: readonly Person[]): string =>
  JSON.stringify(rows.map(({ id, role }) => ({ key: id, name: `N${id}`, role: role === 'R' ? `R${id}` : role })));

type Step = (stage: DataWorld, cues: readonly string[]) => Promise<unknown>;
const third = (stage: DataWorld): string => stage.at(ids.lowerThird);
const refused = (): undefined => undefined;

const step: fc.Arbitrary<Step> = fc.oneof(
  feed.map(
    (rows): Step =>
      (stage) =>
        stage.push(textOf(rows)),
  ),
  fc.constantFrom(1, -1).map(
    (by): Step =>
      (stage) =>
        stage.nextRow(by),
  ),
  fc.nat(3).map((index): Step => (stage) => {
    return stage.do({ do: 'chooseRow', subComposition: third(stage), row: { index } });
  }),
  fc.constantFrom('In' as const, 'Out1' as const).map(
    (to): Step =>
      (stage) =>
        stage.take(to),
  ),
  fc.constantFrom('live' as const, 'stage' as const, 'hold' as const).map(
    (mode): Step =>
      (stage) =>
        stage.mode(mode),
  ),
  fc.constantFrom(undefined, true as const).map((send): Step => (stage) => {
    return stage.do({ do: 'set', subComposition: third(stage), field: 'line2', value: 'typed', ...(send && { send }) });
  }),
  {
    arbitrary: fc.nat(1).map((at): Step => async (stage, cues) => {
      const fire = () => stage.do({ do: 'fireCue', cue: cues[at] ?? '' });
      await fire().catch(refused);
      await stage.clock.pass(600);
      await fire();
    }),
    weight: 3,
  },
  fc.constant<Step>((stage) => stage.clock.pass(3_000)),
);

const link = fc.record({
  absent: fc.constantFrom(undefined, 'refuse' as const),
  isKeyed: fc.boolean(),
  rotateEvery: fc.constantFrom(null, 2_000),
});

/** Whose a word is; undefined for an operator's, the show's and an empty one. */
const ownerOf = (word: unknown): string | undefined => /^[NR](\d)$/.exec(String(word))?.[1];

/** On air, and what the next take would bring on air. */
function pairs(stage: DataWorld): unknown[][] {
  const { values, staged } = stage.view.subs[third(stage)] ?? { values: {}, staged: {} };
  return [values, { ...values, ...staged }].map(({ line1, line2 }) => [line1, line2]);
}

it('the words on air, and those that a take would bring, are of one row only', async () => {
  const play = fc.asyncProperty(
    link,
    fc.array(step, { maxLength: 25 }),
    async ({ absent, isKeyed, rotateEvery }, steps) => {
      const stage = await world({ source: isKeyed ? { key: 'key' } : {} });
      const fields = { line1: { path: 'name' }, line2: { path: 'role', ...(absent && { absent }) } };
      await stage.link({ fields, rotateEvery, mode: 'live', row: isKeyed ? { key: '1' } : { index: 0 } });
      const row = [isKeyed ? { key: '2' } : { index: 1 }, { index: 0 }];
      const target = { subComposition: third(stage), name: 'Lower Third', state: 'In' as const };
      const added = row.map((one, at) =>
        stage.addAside({ number: String(at), steps: [{ targets: [{ ...target, row: one }] }] }),
      );
      const cues = (await Promise.all(added)).flat();
      for (const one of steps) {
        await one(stage, cues).catch(refused);
        await stage.clock.pass(700);
        for (const words of pairs(stage)) {
          const owners = new Set(words.flatMap((word) => ownerOf(word) ?? []));
          expect(owners.size, words.join(' / ')).toBeLessThan(2);
        }
      }
      await stage.desk.close();
    },
  );
  await fc.assert(play, { numRuns: runs(1_000, 10) });
});
