import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { type LiveReader, readLive } from '../kit/service/live-reader.ts';
import { ids } from '../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

const writers = 50;
const writesEach = 20;
const readers = 8;
const all = writers * writesEach;

interface Write {
  revision: number;
  sub: string;
  field: string;
  value: string;
}

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

/** One writer: its writes one after another, each a value that nobody else writes, into a field that others write too. */
async function write(writer: number): Promise<Write[]> {
  const written: Write[] = [];
  for (let at = 0; at < writesEach; at++) {
    const [sub, field] = at % 2 === 0 ? [ids.lowerThird, 'line1'] : [ids.home, 'team'];
    const value = `writer ${writer}, write ${at}`;
    const response = await fetch(`${service.app}/control`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ subCompositionId: sub, payload: { [field]: value } }]),
    });
    expect(response.status).toBe(200);
    written.push({ revision: Number(response.headers.get('etag')?.replaceAll('"', '')), sub, field, value });
  }
  return written;
}

/** What a reader holds in the end, from its snapshot and every change after it, and the revisions in the order it heard them. */
async function read(reader: LiveReader): Promise<{ values: unknown[]; revisions: number[] }> {
  const held = new Map<string, unknown>();
  const revisions: number[] = [];
  const note = ({ id, payload }: Pick<Change, 'id' | 'payload'>): void => {
    for (const [field, value] of Object.entries(payload ?? {})) held.set(`${id} ${field}`, value);
  };
  while ((revisions.at(-1) ?? 0) < all) {
    const frame = await reader.next();
    if (frame.type === 'snapshot')
      frame.control.forEach((item) => note({ id: item.subCompositionId, payload: item.payload }));
    if (frame.type === 'change') frame.changes.forEach(note);
    revisions.push(frame.revision);
  }
  return { values: [held.get(`${ids.lowerThird} line1`), held.get(`${ids.home} team`)], revisions };
}

it('fifty writers on one show: revisions in one order without a gap, the last value wins, every reader ends equal', async () => {
  const open = Array.from({ length: readers }, () => readLive(service, service.token));
  const reading = open.map(read);
  const written = (await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))).flat();

  const inOrder = written.toSorted((one, other) => one.revision - other.revision);
  expect(inOrder.map(({ revision }) => revision)).toEqual(Array.from({ length: all }, (_, at) => at + 1));

  const last = (sub: string): unknown => inOrder.findLast((one) => one.sub === sub)?.value;
  const control = (await (await fetch(`${service.app}/control`)).json()) as {
    subCompositionId: string;
    payload: Record<string, unknown>;
  }[];
  const stored = (sub: string, field: string): unknown =>
    control.find(({ subCompositionId }) => subCompositionId === sub)?.payload[field];
  const expected = [last(ids.lowerThird), last(ids.home)];
  expect([stored(ids.lowerThird, 'line1'), stored(ids.home, 'team')]).toEqual(expected);

  for (const { values, revisions } of await Promise.all(reading)) {
    expect(values).toEqual(expected);
    expect(revisions).toEqual(Array.from({ length: revisions.length }, (_, at) => all - revisions.length + 1 + at));
  }
  for (const reader of open) reader.socket.close();
});
