import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';
import { serviceFetch as fetch } from '../kit/published-answers.ts';

let service: SmallService;
beforeAll(async () => (service = await startSmallService()));
afterAll(() => service.close());

type Item = Record<string, unknown>;
const good: Item[] = [
  { subCompositionId: ids.lowerThird, payload: { line1: 'Ada', size: 12 }, state: 'In' },
  { subCompositionName: 'Home', payload: { goals: 3 }, state: 'Out', action: 'jump' },
  { subCompositionId: ids.title, payload: { timer: { command: 'start' }, flash: 'execute' } },
];

const strict = { prefer: 'handling=strict' };
const patch = (body: string | Uint8Array<ArrayBuffer>, prefer = {}): Promise<Response> =>
  fetch(`${service.app}/control`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...prefer },
    body,
  });
const control = async (): Promise<string> => (await fetch(`${service.app}/control`)).text();

const at = fc.nat(good.length - 1);
const notText = fc.oneof(fc.array(fc.integer()), fc.object());
const notObject = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.array(fc.integer()));

/** One item is replaced by a wrong one; the others stay good, so that doing half of it would be seen. */
const withBadItem = (bad: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(at, bad).map(([place, item]) => JSON.stringify(good.with(place, item as Item)));

/** What does not fit of an item. The rest of the update does. */
const badItems: Record<string, fc.Arbitrary<string>> = {
  'an id that is no text': withBadItem(notText.map((id) => ({ subCompositionId: id, state: 'In' }))),
  'an id that nothing has': withBadItem(fc.uuid().map((id) => ({ subCompositionId: id, state: 'In' }))),
  'a payload that is no object': withBadItem(notObject.map((payload) => ({ subCompositionId: ids.home, payload }))),
  'a field that is not there': withBadItem(
    fc
      .string({ minLength: 1 })
      .filter((id) => !['team', 'goals'].includes(id))
      .map((id) => ({ subCompositionId: ids.home, payload: { [id]: 'x' } })),
  ),
  'a text that is none': withBadItem(notText.map((team) => ({ subCompositionId: ids.home, payload: { team } }))),
  'a state that is none': withBadItem(
    fc
      .oneof(fc.string(), notText)
      .filter((state) => !['In', 'Out', 'Out1', 'Out2'].includes(state as string))
      .map((state) => ({ subCompositionId: ids.home, state })),
  ),
};

const wrong: Record<string, fc.Arbitrary<string | Uint8Array<ArrayBuffer>>> = {
  'text that was cut off': fc
    .nat(JSON.stringify(good).length - 1)
    .map((length) => JSON.stringify(good).slice(0, length)),
  'anything but an array': fc.oneof(
    fc.string().filter((text) => !/^\s*\[/.test(text)),
    notObject.filter((one) => !Array.isArray(one)).map((one) => JSON.stringify(one)),
    fc.object().map((one) => JSON.stringify(one)),
  ),
  'an item that is none': withBadItem(notObject),
  ...badItems,
  'bytes that are no UTF-8': fc.nat(JSON.stringify(good).length).map((place) => {
    const bytes = Buffer.from(JSON.stringify(good));
    return new Uint8Array([...bytes.subarray(0, place), 0xff, ...bytes.subarray(place)]);
  }),
};

/** No object can hold this key, so a body with it is refused before anything is read. */
const isReadable = (body: string): boolean => !body.includes('__proto__');

describe('a damaged update', () => {
  it.each(Object.entries(wrong))('with %s is refused by the strict, and changes nothing', async (_, bodies) => {
    const before = await control();
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const response = await patch(body, strict);
        const text = await response.text();
        expect(response.status, text).toBe(400);
        expect(JSON.parse(text)).toMatchObject({ error: { message: expect.any(String), code: 400 } });
        expect(await control()).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  it.each(Object.entries(badItems))(
    'with %s is carried out without it, and answered with warnings',
    async (_, bodies) => {
      await fc.assert(
        fc.asyncProperty(bodies.filter(isReadable), async (body) => {
          const response = await patch(body);
          expect(await response.json()).toEqual({
            success: true,
            warnings: expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]) as unknown,
          });
        }),
        { numRuns: 50 },
      );
    },
  );

  it('with any of its bytes changed is carried out or refused, and never a failure of the service', async () => {
    const bytes = Buffer.from(JSON.stringify(good));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (place, byte) => {
        const before = await control();
        const response = await patch(new Uint8Array(bytes.with(place, byte)));
        await response.arrayBuffer();
        expect([200, 400]).toContain(response.status);
        if (response.status === 400) expect(await control()).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});
