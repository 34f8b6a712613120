import { errorTable } from '../../contract/errors.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ControlItem } from '../../contract/model/control.ts';
import { defaultTerms } from '../../service/http/network-terms.ts';
import { JobThread } from '../../service/jobs/job-thread.ts';
import { apiClient } from '../kit/service/api-client.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';
import { ids } from '../kit/service/small-show.ts';
import { errorOf, told } from '../kit/service/two-accounts.ts';

// An update of more than 64 KiB is read in a thread of its own, and checked in slices. It is no other update for that.

let service: SmallService;
beforeEach(async () => (service = await startSmallService()));
afterEach(() => service.close());

/** Makes an update large. */
const padding = { subCompositionId: ids.away, payload: { team: 'A'.repeat(64 * 1024) } };
const control = (): string => `${new URL(service.app).pathname}/control`;
const patch = (items: object[], headers = {}) => apiClient(service).send('PATCH', control(), items, headers);
const held = async (id: string) =>
  ((await apiClient(service).get(control())).body as ControlItem[]).find((item) => item.subCompositionId === id);

describe('a large update', () => {
  const items = [
    {
      subCompositionId: ids.lowerThird,
      payload: { line1: 'Ada', line2: 'a\r\nb'.repeat(2_000), color: '#f00' },
      state: 'In',
    },
    { subCompositionId: ids.home, payload: { goals: '7', nope: 1 } },
    { subCompositionId: 'nobody', state: 'In' },
    { subCompositionId: ids.title, payload: { rows: [['x'.repeat(5_000)]], timer: 'start', flash: 'execute' } },
    { subCompositionId: ids.title, payload: { rows: '{'.repeat(5_000) } },
    { subCompositionId: ids.home, state: 'Inn', payload: { goals: 'x'.repeat(70_000) } },
  ];

  it('stores what the same items store one by one, and warns of the same', async () => {
    const large = await patch([...items, padding]);
    const stored = await Promise.all([ids.lowerThird, ids.home, ids.title].map(held));
    expect(stored).toMatchObject([
      { state: 'In', payload: { line1: 'Ada', line2: 'a\nb'.repeat(2_000), color: { r: 255 } } },
      { payload: { goals: '7' } },
      {
        payload: {
          rows: JSON.stringify([['x'.repeat(5_000)]]),
          timer: { isRunning: true },
          flash: { __serviceButton: true },
        },
      },
    ]);
    await service.close();
    service = await startSmallService();
    const small = await Promise.all(items.map((item) => patch([item])));
    const warned = small.flatMap(({ body }, at) => {
      const { warnings, error } = body as { warnings?: Warning[]; error?: { details: Warning[] } };
      return (warnings ?? error?.details ?? []).map(({ path, message }) => ({
        path: path.replace('[0]', `[${at}]`),
        message,
      }));
    });
    type Warning = { path: string; message: string };
    const byPlace = (one: Warning, other: Warning): number => (one.path < other.path ? -1 : 1);
    const { warnings } = large.body as { warnings: Warning[] };
    expect(warnings.toSorted(byPlace)).toEqual(warned.toSorted(byPlace));
    expect(large.headers.get('etag')).toBe('"1"');
  });

  it('is applied whole or not at all', async () => {
    const strict = await patch([items[0]!, items[2]!, padding], { prefer: 'handling=strict' });
    expect(told(strict)).toEqual([
      400,
      errorOf(400, 'Nothing was changed: [1].subCompositionId: there is no sub-composition with this id', [
        { path: '[1].subCompositionId', message: 'there is no sub-composition with this id' },
      ]),
    ]);
    expect(await held(ids.lowerThird)).toMatchObject({ state: 'Out1', payload: { line1: 'Name' } });
  });

  it('keeps to its conditions as of the moment when it is applied', async () => {
    const answers = await duringRead([items[0]!, padding], { 'if-match': '"0"' }, () =>
      patch([{ subCompositionId: ids.home, payload: { goals: 1 } }]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 412]);
    expect(await held(ids.lowerThird)).toMatchObject({ state: 'Out1' });
  });

  it('of a show that is replaced meanwhile meets the new one', async () => {
    const account = apiClient(service, service.account);
    const answers = await duringRead([items[0]!, padding], {}, () =>
      account.put('/apiv1/appinstances/1/composition', { refId: '1' }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await held(ids.lowerThird)).toMatchObject({ state: 'In', payload: { line1: 'Ada' } });
  });

  it('by a token that is revoked meanwhile is refused', async () => {
    const account = apiClient(service, service.account);
    const answers = await duringRead([items[0]!, padding], {}, () => account.post('/apiv1/appinstances/1/token'));
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  });

  /** Sends a large update, and something else once the update was read but not applied. Gives both answers, the other first. */
  async function duringRead(update: object[], headers: object, other: () => Promise<{ status: number }>) {
    const run = JobThread.prototype.run;
    const answers: { status: number }[] = [];
    const spied = vi.spyOn(JobThread.prototype, 'run').mockImplementation(async function (this: JobThread, ...given) {
      const result: unknown = await run.apply(this, given);
      if (given[0] === 'update') answers.push(await other());
      return result as never;
    });
    answers.push(await patch(update, headers));
    spied.mockRestore();
    return answers;
  }
});

describe('an answer', () => {
  it('lists a hundred warnings, and how many more there are', async () => {
    const payload = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`f${n}`, 1]));
    for (const more of [[], [padding]]) {
      const { body } = await patch([{ subCompositionId: ids.home, state: 'In', payload }, ...more]);
      const { warnings } = body as { warnings: unknown[] };
      expect([warnings.length, warnings[99], warnings[100]]).toEqual([
        101,
        { path: '[0].payload.f99', message: '"Home" has no field with this id' },
        { path: '', message: 'and 150 more' },
      ]);
    }
  });
});

it('an update with more fields than it may have, and a larger one, are refused', async () => {
  const limits = { ...defaultTerms.limits, maxFields: 3, maxUpdate: 100_000 };
  await service.close();
  service = await startSmallService({ network: { ...defaultTerms, limits } });
  const goals = { subCompositionId: ids.home, payload: { goals: 1, nope: 1 } };
  const first = { compositionName: 'Home', controlNode: { payload: { a: 1, b: 1, c: 1, d: 1 } } };
  const tooMany = [413, errorOf(413, 'Nothing was changed: the request has 4 fields, and may have 3 at most.')];
  expect(told(await patch([goals, goals]))).toEqual(tooMany);
  expect(told(await patch([goals, { ...goals, payload: { goals: 1, nope: padding.payload.team } }]))).toEqual(tooMany);
  expect(told(await apiClient(service).put(`/apiv1/control/${service.token}`, [first]))).toEqual(tooMany);
  expect((await patch([goals])).status).toBe(200);
  const tooLarge = await patch([{ ...goals, padding: ' '.repeat(100_000) }]);
  expect(told(tooLarge)).toEqual([413, errorOf(413, errorTable['body-too-large'].operator)]);
});
