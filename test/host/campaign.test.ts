import { createSocket } from 'node:dgram';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as passed } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AsRunLine, AsRunPage } from '../../contract/desk-api/as-run.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { type ControlItem, preOrder, type UpdateItem } from '../../contract/model/control.ts';
import { writePacket } from '../kit/desk/osc-writer.ts';
import { rolls } from '../kit/desk/rolls.ts';
import { freePort } from '../kit/free-port.ts';
import { type HostProgram, startHost } from '../kit/programs/host-program.ts';
import { type Screen, screenAt, viewWhen } from '../kit/programs/screen-at.ts';
import { servicePid } from '../kit/programs/service-pid.ts';
import { runs, seed } from '../kit/runs.ts';

/** How often something is killed or stopped while all ways press at once. */
const rounds = runs(60, 2);
const random = rolls(seed);

const ways = ['screen', 'http', 'osc', 'rest'] as const;
type Way = (typeof ways)[number];

/** A press. Its words are on no other press, so each line and each value on air names its press. */
interface Press {
  way: Way;
  words: string;
  /** `refused`: surely not carried out; `lost`: no answer came. */
  end: AsRunLine['result'] | 'refused' | 'lost';
  revision: number | null;
  round: number;
}

/** A desk and its service, and where each way writes: a field that no other way writes. */
interface Running {
  host: HostProgram;
  screen: Screen;
  view: DeskView;
  fields: ReadonlyMap<Way, { subComposition: string; field: string }>;
}

const data = mkdtempSync(join(tmpdir(), 'overlay-campaign-'));
const presses: Press[] = [];
/** Rounds in which the desk was killed. The notes of its last moments may not have reached their file. */
const kills = new Set<number>();
const udp = createSocket('udp4');
const remote = { port: 0, osc: 0, token: '' };
let running: Running;

beforeAll(async () => {
  running = await start();
  const { link } = running.screen;
  [remote.port, remote.osc] = [await freePort(), await freePort()];
  await link.call('setRemote', { on: true, reach: 'machine', port: remote.port });
  await link.call('setOsc', { reach: 'machine', port: remote.osc, tcp: 'off', tally: [] });
  remote.token = (await link.call('addRemoteClient', { name: 'Campaign', right: 'fire', addresses: [] })).token;
});
afterAll(async () => {
  udp.close();
  running.screen.close();
  await running.host.close();
});

async function start(): Promise<Running> {
  const host = await startHost(data);
  const screen = await screenAt(host.address);
  const view = await viewWhen(screen.link, isLive);
  const linked = new Set(view.dataLinks.map(({ subComposition }) => subComposition));
  const places = [...preOrder(view.model)]
    .filter(({ id }) => !linked.has(id))
    .flatMap(({ id, model }) => {
      const text = model.find(({ type }) => type === 'text' || type === 'textarea');
      return text ? [{ subComposition: id, field: text.id }] : [];
    });
  const fields = new Map(ways.map((way, at) => [way, places[at]!]));
  expect(places.length).toBeGreaterThanOrEqual(ways.length);
  return { host, screen, view, fields };
}

const isLive = ({ apps }: DeskView): boolean => apps[0]?.connection.status === 'live';

/** The app instance as the service stores it. */
function stored(): { token: string; revision: number } {
  const database = new DatabaseSync(join(data, 'service/service.db'), { readOnly: true });
  const row = database.prepare('SELECT token, revision FROM app_instances WHERE deleted_at IS NULL').get();
  database.close();
  return row as { token: string; revision: number };
}

// The ways to press.

const send: Record<Way, (words: string) => Promise<Pick<Press, 'end' | 'revision'>>> = {
  screen: async (words) => {
    const at = running.fields.get('screen')!;
    const action = { do: 'set', ...at, value: words, send: true } as const;
    const outcome = await running.screen.link.call('do', { action, wait: true });
    return { end: outcome!.result as Press['end'], revision: outcome!.apps[0]?.revision ?? null };
  },
  http: async (words) => {
    const action = { do: 'set', ...running.fields.get('http')!, value: words, send: true };
    const answer = await fetch(`http://127.0.0.1:${remote.port}/api/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${remote.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action }),
    });
    const outcome = (await answer.json()) as { result?: Press['end']; apps?: { revision: number | null }[] };
    return { end: outcome.result ?? 'refused', revision: outcome.apps?.[0]?.revision ?? null };
  },
  osc: (words) => {
    const { subComposition, field } = running.fields.get('osc')!;
    const given = [remote.token, subComposition, field, words].map((value) => ({ type: 's', value }) as const);
    udp.send(writePacket({ address: '/overlay/send', arguments: given }), remote.osc, '127.0.0.1');
    return Promise.resolve({ end: 'lost', revision: null });
  },
  rest: async (words) => {
    const { subComposition, field } = running.fields.get('rest')!;
    const { token } = stored();
    const answer = await fetch(`${running.view.apps[0]!.connection.service}/apiv2/controlapps/${token}/control`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ subCompositionId: parseAddress(subComposition).id, payload: { [field]: words } }]),
    });
    const revision = Number(/\d+/.exec(answer.headers.get('etag') ?? '')?.[0] ?? NaN);
    return { end: answer.ok ? 'confirmed' : 'refused', revision: answer.ok ? revision : null };
  },
};

async function pressOnce(way: Way, round: number): Promise<void> {
  const press: Press = { way, words: `${way} ${presses.length}`, end: 'lost', revision: null, round };
  presses.push(press);
  try {
    Object.assign(press, await send[way](press.words));
  } catch (thrown) {
    // Every other error is that of a desk which is gone, and gave no answer.
    if (thrown instanceof OverlayError && thrown.code !== 'desk-gone') press.end = 'refused';
  }
}

async function pressUntil(ended: AbortSignal, way: Way, round: number): Promise<void> {
  while (!ended.aborted) {
    await Promise.race([pressOnce(way, round), passed(3_000)]);
    await passed(random() * 60);
  }
}

// What happens meanwhile.

const trouble: readonly ((round: number) => Promise<void>)[] = [
  async (round) => {
    kills.add(round);
    process.kill(running.host.pid, 'SIGKILL');
    running.screen.close();
    await running.host.ended;
    running = await start();
  },
  async () => {
    process.kill(servicePid(running.host), 'SIGKILL');
    await passed(500);
  },
  () => stopped(running.host.pid),
  () => stopped(servicePid(running.host)),
];

async function stopped(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await passed(200 + random() * 2_500);
  process.kill(pid, 'SIGCONT');
}

// What must hold.

async function allLines(): Promise<AsRunLine[]> {
  const lines: AsRunLine[] = [];
  for (let next: string | null = null; ;) {
    const page: AsRunPage = await running.screen.link.call('searchAsRun', { query: {}, next, size: 500 });
    lines.push(...page.lines);
    next = page.next;
    if (next === null) return lines;
  }
}

type LinesOf = (press: Press) => readonly AsRunLine[];

function linesByPress(lines: readonly AsRunLine[]): LinesOf {
  const byWords = Map.groupBy(lines, ({ items }) =>
    (items as UpdateItem[]).flatMap(({ payload }) => Object.values(payload ?? {}).map(String)).join(),
  );
  return ({ words }) => byWords.get(words) ?? [];
}

/** What of a press does not fit its lines in the log. */
function brokenOf({ way, words, end, round }: Press, lines: readonly AsRunLine[]): string[] {
  const said = `"${words}" ended as ${end}, and has ${lines.map(({ result }) => result).join(', ') || 'no line'}`;
  if (way === 'rest') return lines.length === 0 ? [] : [said];
  const [line] = lines;
  if (lines.length > 1) return [said];
  if (end === 'lost' || (!line && kills.has(round))) return [];
  if (end === 'refused') return !line || line.result === 'failed' ? [] : [said];
  // A desk that is killed after its answer may not have stored the line yet.
  return line && [end, 'unknown'].includes(line.result) ? [] : [said];
}

/** Revisions that nothing explains, beyond those that presses of unknown outcome may have made. */
function unexplained(lines: readonly AsRunLine[], linesOf: LinesOf, upTo: number): number[] {
  const named = new Set([...lines, ...presses.filter(({ way }) => way === 'rest')].map(({ revision }) => revision));
  const all = Array.from({ length: upTo }, (_, at) => at + 1).filter((revision) => !named.has(revision));
  const open = lines.filter(({ result, revision }) => result === 'unknown' || (result === 'confirmed' && !revision));
  const lost = presses.filter((press) =>
    press.way === 'rest' ? press.end === 'lost' : kills.has(press.round) && linesOf(press).length === 0,
  );
  return all.length > open.length + lost.length ? all : [];
}

/** The words on air of each way, as far as they cannot be the newest of those that may have arrived. */
function wrongOnAir(linesOf: LinesOf, control: readonly ControlItem[]): string[] {
  return ways.flatMap((way) => {
    const { subComposition, field } = running.fields.get(way)!;
    const item = control.find(({ subCompositionId }) => subCompositionId === parseAddress(subComposition).id);
    const words = item?.payload[field];
    const own = presses.filter((press) => press.way === way);
    const resultOf = (press: Press): string => {
      if (way === 'rest') return press.end;
      return linesOf(press)[0]?.result ?? (kills.has(press.round) ? 'lost' : 'none');
    };
    const last = own.findLastIndex((press) => resultOf(press) === 'confirmed');
    const may = own.filter((press, at) => at === last || (at > last && ['unknown', 'lost'].includes(resultOf(press))));
    return may.some((press) => press.words === words)
      ? []
      : [`${way}: ${JSON.stringify(words)} of ${may.map((one) => one.words).join()}`];
  });
}

it(`every press has one end, and the log explains every revision, over ${rounds} kills and stops`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const ended = new AbortController();
    const pressing = ways.map((way) => pressUntil(ended.signal, way, round));
    await passed(300 + random() * 700);
    await trouble[Math.floor(random() * trouble.length)]!(round);
    await passed(300);
    ended.abort();
    await Promise.all(pressing);
  }
  const { link } = running.screen;
  const view = await viewWhen(link, isLive);
  const { token, revision } = await quietly();
  const lines = await allLines();
  const linesOf = linesByPress(lines);
  const answer = await fetch(`${view.apps[0]!.connection.service}/apiv2/controlapps/${token}/control`);
  const control = (await answer.json()) as ControlItem[];
  const broken = presses.flatMap((press) => brokenOf(press, linesOf(press)));
  expect(broken).toEqual([]);
  expect(unexplained(lines, linesOf, revision), 'revisions that no press explains').toEqual([]);
  expect(wrongOnAir(linesOf, control)).toEqual([]);
  const named = new Set(lines.map((line) => line.revision));
  const newest = Array.from({ length: revision }, (_, at) => at + 1).findLast((at) => !named.has(at))!;
  const { lines: checked } = await link.call('checkShow', { keyboard: null });
  const notLogged = checked.flatMap(({ about, result, found }) =>
    about === 'records' && result === 'look' ? found : [],
  );
  expect(notLogged).toEqual([expect.stringMatching(new RegExp(`\\b${newest}\\.$`))]);
  const { subs } = await link.call('watch', {});
  for (const { subComposition, field } of running.fields.values()) {
    const item = control.find(({ subCompositionId }) => subCompositionId === parseAddress(subComposition).id);
    expect(subs[subComposition]).toMatchObject({ onAir: item?.state === 'In' ? 'yes' : 'no' });
    expect(subs[subComposition]?.values[field]).toEqual(item?.payload[field]);
  }
  const confirmed = (way: Way): number =>
    presses.filter((press) => press.way === way && linesOf(press)[0]?.result === 'confirmed').length;
  const counts = { screen: confirmed('screen'), http: confirmed('http'), osc: confirmed('osc') };
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(rounds);
});

/** The app instance once nothing changes it any more. */
async function quietly(): Promise<ReturnType<typeof stored>> {
  for (let before = stored(); ;) {
    await passed(1_500);
    const now = stored();
    if (now.revision === before.revision) return now;
    before = now;
  }
}
