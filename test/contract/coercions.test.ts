import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import { type CoercionExample, coercions, exampleTime } from '../../contract/model/coercions.ts';
import type { ControlItem } from '../../contract/model/control.ts';
import { type Field, FieldType, type Value } from '../../contract/model/field.ts';
import { wireValue } from '../../contract/model/wire-value.ts';
import { firstItemCoercions, homeId, itemCoercions } from '../../contract/service-api/item-coercions.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import { type ApiAnswer, apiClient } from '../kit/service/api-client.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

const examples = coercions.flatMap(({ types, examples: own }) => own.map((example) => ({ ...example, types })));

/** A value that no example stores, so that each shows that something was stored. */
const before: Partial<Record<FieldType, Value>> = {
  checkbox: false,
  color: { a: 0, b: 1, g: 2, r: 3 },
  timecontrol: { UTC: 1, isRunning: false, value: 1 },
  selection: 'plain',
  json: '1',
};

function fieldOf({ field }: Pick<CoercionExample, 'field'>, index: number): Field {
  const value = field.defaultValue ?? before[field.type] ?? '77';
  const rest = { title: field.type, immediateUpdate: false, index };
  return { id: `f${index}`, ...rest, defaultValue: value, resetValue: value, ...field };
}
const fields = examples.map(fieldOf);
const { root } = smallShow;
const sub = { ...root.subcompositions[0]!, fields, logicLayer: null };
const tableShow: Composition = { version: 1, root: { ...root, subcompositions: [sub] } };

describe('a row of the table of coercions', () => {
  let service: SmallService;
  beforeAll(async () => (service = await startSmallService({ composition: tableShow, clock: () => exampleTime })));
  afterAll(() => service.close());

  it.each(examples.map((example, at) => [example.types.join(', '), example.field.type, example.input, at] as const))(
    'of %s: a %s that is sent %j is stored as it says, by both generations',
    async (types, type, input, at) => {
      const { stored } = examples[at]!;
      expect(types.split(', ')).toContain(type);
      const payload = { [`f${at}`]: input };
      const api = apiClient(service);
      const strict = { prefer: 'handling=strict' };
      const ways = [
        ['PATCH', `/apiv2/controlapps/${service.token}/control`, { subCompositionId: sub.id, payload }],
        ['PUT', `/apiv1/control/${service.token}`, { compositionId: sub.id, controlNode: { payload } }],
      ] as const;
      for (const [method, path, item] of ways) {
        await api.send('POST', `/apiv2/controlapps/${service.token}/command`, { action: 'RefreshComposition' });
        expect((await api.send(method, path, [item], strict)).status).toBe(200);
        const items = (await api.get(`/apiv2/controlapps/${service.token}/control`)).body as ControlItem[];
        const held = items.find(({ subCompositionId }) => subCompositionId === sub.id);
        expect(held?.payload[`f${at}`]).toEqual(stored);
      }
    },
  );
});

describe('the table of coercions', () => {
  it('has an example of each type that a row names', () => {
    const shown = coercions.map((row) => [...new Set(row.examples.map(({ field }) => field.type))].sort());
    expect(shown).toEqual(coercions.map(({ types }) => [...types].sort()));
  });

  it('names every type whose values are taken in a form that is not of the specification', () => {
    const inputs = [...new Set([...examples.map(({ input }) => input), 7, 'a\nb', [], {}, 'on', 'f00', 'Bold'])];
    const named = new Set(coercions.flatMap(({ types }) => types));
    const coerced = FieldType.options.filter((type) =>
      examples
        .filter((example) => example.field.type === type)
        .concat({ field: { type }, input: null, stored: '', types: [] })
        .map(fieldOf)
        .some((field) =>
          inputs.some((input) => {
            const moment = { present: field.defaultValue, now: exampleTime };
            return wireValue(field, input, moment).ok && !canonicalValue(field, input, moment).ok;
          }),
        ),
    );
    expect(coerced.filter((type) => !named.has(type))).toEqual([]);
    expect(coerced).toContain('gradient');
  });
});

describe('a line of the list of what is taken of an item', () => {
  let service: SmallService;
  beforeAll(async () => (service = await startSmallService({ composition: namedShow })));
  afterAll(() => service.close());

  const named = root.subcompositions.map((one) => (one.id === ids.title ? { ...one, name: 'Caf\u00e9' } : one));
  const namedShow: Composition = { version: 1, root: { ...root, subcompositions: named } };

  /** What comes of an item that meets a show at rest: status, warnings, how many revisions it made, what is held then. */
  async function outcome({ way, item }: { way: 'first' | 'second'; item: unknown }): Promise<unknown> {
    const api = apiClient(service);
    const [app, first] = [`/apiv2/controlapps/${service.token}`, `/apiv1/control/${service.token}`];
    await api.post(`${app}/command`, { action: 'RefreshComposition' });
    const before = revisionOf(await api.get(`${app}/control`));
    const answer = await (way === 'first' ? api.put(first, [item]) : api.patch(`${app}/control`, [item]));
    const { warnings = [] } = answer.body as { warnings?: { path: string }[] };
    const made = revisionOf(answer) - before;
    const held = (await api.get(`${app}/control`)).body;
    return { status: answer.status, warned: warnings.map(({ path }) => path), made, held };
  }
  const revisionOf = ({ headers }: ApiAnswer): number => Number(headers.get('etag')?.slice(1, -1));

  it('speaks of a sub-composition that is there', () => {
    expect(homeId).toBe(ids.home);
  });

  it.each([
    ...itemCoercions.map((row) => ({ way: 'second' as const, ...row })),
    ...firstItemCoercions.map((row) => ({ way: 'first' as const, ...row })),
  ])('in the $way generation: $taken', async ({ way, given, meant, warned }) => {
    const plain = (await outcome({ way, item: meant })) as object;
    expect(plain).toMatchObject({ status: 200, warned: [] });
    expect(await outcome({ way, item: given })).toEqual({ ...plain, warned: warned === undefined ? [] : [warned] });
  });
});
