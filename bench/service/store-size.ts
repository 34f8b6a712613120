import { performance } from 'node:perf_hooks';
import { hashPassword } from '../../service/accounts/password-hash.ts';
import type { Store } from '../../service/store/store.ts';
import { basic } from '../../test/kit/service/api-client.ts';
import { type Asked, type Connection, openConnection, requestBytes } from './connection.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { type Running, startService } from './programs.ts';
import { median, round } from './rounds.ts';
import { type Row, type RowContext, rows } from './rows.ts';
import { addShow, compositionOfSize, dataDirectory, fill, made, type Owner } from './stored-show.ts';

/** What a full store holds besides: so many app instances, each with a composition of its own, and its revisions. */
const shows = 1_000;
const subsEach = 10;
const revisionsEach = 100;

const password = 'a password for the bench';
const little = { email: 'little@example.org', password };
const large = { email: 'large@example.org', password };

/** One account of a service, seen through one connection. */
interface Seat {
  service: Running;
  connection: Connection;
  context: RowContext;
  close(): Promise<void>;
}

/**
 * Every row in a service that holds next to nothing, and in one that holds 10,000 sub-compositions, 1,000 app instances and
 * 100,000 revisions: asked there by an account that has little of it and, where a row is about one thing, by the one that
 * has all of it. One line for each group of rows: the row whose median grew most.
 */
export async function storeSizeFigures(options: BenchOptions): Promise<Figure[]> {
  const passwordHash = await hashPassword(password, Buffer.alloc(16, 1), { ln: 4, r: 8, p: 1 });
  const empty = await seats(passwordHash, 0);
  const full = await seats(passwordHash, shows);
  const times = options.rounds * 10;
  const grown: Grown[] = [];
  for (const row of rows) {
    const own = await sideBySide(row, [empty.little, full.little], times);
    grown.push(growth(row, 'an account with little of it', own));
    if (row.group === 'lists') continue;
    const all = await sideBySide(row, [empty.little, full.large], times);
    grown.push(growth(row, 'the account with all of it', all));
  }
  const echo = median((await round({ url: options.echo, requests: [plain(options.echo)] }, 1, 0.5)).times);
  await empty.close();
  await full.close();
  return [...new Set(rows.map(({ group }) => group))].map((group) => worst(group, grown, echo));
}

interface Grown {
  row: Row;
  who: string;
  /** Medians (ms) in the empty and in the full store. */
  before: number;
  after: number;
}

function growth(row: Row, who: string, [before = [], after = []]: number[][]): Grown {
  return { row, who, before: median(before), after: median(after) };
}

function worst(group: string, grown: readonly Grown[], echo: number): Figure {
  const of = grown.filter(({ row }) => row.group === group);
  const most = of.toSorted((one, other) => other.after / other.before - one.after / one.before)[0]!;
  const { row, who, before, after } = most;
  const names = [...new Set(of.map((one) => one.row.source))].join(' ');
  return {
    name: `full store to empty one, ${group} (rows ${names})`,
    value: after / before,
    unit: 'x',
    echo: median(of.map((one) => one.after)) / echo,
    target: { atMost: 2 },
    note: `most: row ${row.source} for ${who}, ${before.toFixed(2)} -> ${after.toFixed(2)} ms`,
  };
}

/** Ask a row of each seat in turn, again and again. Gives the times (ms) of each. */
async function sideBySide(row: Row, at: readonly Seat[], times: number): Promise<number[][]> {
  const took = at.map((): number[] => []);
  for (let turn = 0; turn < times; turn++) {
    for (const [index, { service, connection, context }] of at.entries()) {
      const before = row.before?.(context, turn);
      const prepared = before && (await ask(connection, service.url, before)).body;
      const request = requestBytes(service.url, row.ask(context, turn, prepared));
      const began = performance.now();
      const { status, body } = await connection.ask(request);
      took[index]!.push(performance.now() - began);
      if (status !== 200) throw new Error(`Row ${row.source} was answered with ${status}: ${body.toString()}`);
    }
  }
  return took;
}

async function ask(connection: Connection, url: string, asked: Asked): Promise<{ body: unknown }> {
  const { status, body } = await connection.ask(requestBytes(url, asked));
  if (status !== 200) throw new Error(`${asked.method} ${asked.path} was answered with ${status}: ${body.toString()}`);
  return { body: JSON.parse(body.toString()) as unknown };
}

function plain(url: string): Buffer {
  return requestBytes(url, { method: 'GET', path: '/' });
}

/** Start a service whose store holds a show of the account with little, and so many of the account with much. */
async function seats(passwordHash: string, many: number) {
  const directory = dataDirectory();
  const contexts = fill(directory.path, (store) => ({
    little: oneShow(store, store.addUser({ ...little, passwordHash }, made()), basic(little)),
    large: manyShows(store, store.addUser({ ...large, passwordHash }, made()), many),
  }));
  const service = await startService(directory.path);
  const seat = async (context: RowContext) => ({ service, context, connection: await openConnection(service.url) });
  const [littleSeat, largeSeat] = [await seat(contexts.little), await seat(contexts.large ?? contexts.little)];
  return {
    little: littleSeat as Seat,
    large: largeSeat as Seat,
    close: async () => {
      littleSeat.connection.close();
      largeSeat.connection.close();
      await service.kill();
      directory.remove();
    },
  };
}

function oneShow(store: Store, owner: Owner, authorization: string): RowContext {
  const composition = compositionOfSize({ subs: subsEach, fieldsEach: 2 });
  const pair = addShow(store, owner, composition);
  for (let revisionId = 1; revisionId <= revisionsEach; revisionId++) {
    const revision = { compositionId: pair.composition.id, revisionId, userId: owner.id, description: 'As aired' };
    store.writeRevision(revision, made().at);
  }
  const [sub] = composition.root.subcompositions;
  return {
    authorization,
    token: pair.app.token,
    app: pair.app.id,
    composition: pair.composition.id,
    folder: store.rootFolder(owner.accountId).fid,
    sub: { id: sub?.id ?? '', name: sub?.name ?? '' },
    field: sub?.fields[0]?.id ?? '',
    colleague: little.email,
  };
}

function manyShows(store: Store, owner: Owner, many: number): RowContext | undefined {
  let last: RowContext | undefined;
  for (let at = 0; at < many; at++) last = oneShow(store, owner, basic(large));
  return last;
}
