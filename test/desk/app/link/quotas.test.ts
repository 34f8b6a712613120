import { describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../../contract/errors.ts';
import { OpenApp } from '../../../../desk/app/open-app.ts';
import type { ConnectionPort, HttpAnswer, HttpRequest } from '../../../../desk/ports.ts';
import { Quotas } from '../../../../desk/app/link/quota.ts';
import { openTruth } from '../../../../desk/app/link/live-or-poll.ts';
import { accountQuota } from '../../../../service/http/quota.ts';
import { knownError } from '../../../kit/desk/recording-log.ts';
import { modelItem } from '../../../kit/desk/scripted-ports.ts';
import { asksHealth, healthy } from '../../../kit/service/health-question.ts';
import { held } from '../../../kit/service/scripted-show.ts';
import { ManualClock } from '../../../kit/manual-clock.ts';

const limit = 60;
const rows: Record<string, unknown> = {
  control: [held('bug', 'In')],
  model: [
    modelItem({ id: 'root', name: 'Show', subcompositions: [modelItem({ id: 'bug', name: 'Bug', state: 'In' })] }),
  ],
};

/** A hosted service that is polled, and counts every request of an account. `accountOf` gives that of a token; null: it does not tell. */
class Metered {
  readonly clock = new ManualClock();
  /** The tokens of the requests that were accepted, and how many were refused. */
  readonly accepted: string[] = [];
  refused = 0;
  readonly #quota = accountQuota({ perMinute: limit, perDay: 100_000, header: 'x-ratelimit' }, () => this.clock.now());
  readonly #accountOf: (token: string) => number;
  readonly #tells: boolean;

  constructor({ accountOf, tells = true }: { accountOf: (token: string) => number; tells?: boolean }) {
    this.#accountOf = accountOf;
    this.#tells = tells;
  }

  readonly connection: ConnectionPort = {
    request: (request) => Promise.resolve(asksHealth(request) ? healthy : this.#answer(request)),
    openLive: (_, { onClose }) => {
      this.clock.after(0, () => onClose(1006, '', { status: 404 }));
      return { send: () => undefined, close: () => undefined };
    },
  };

  #answer({ url }: HttpRequest): HttpAnswer {
    const [token = '', row = ''] = new URL(url).pathname.split('/').slice(3);
    const account = this.#accountOf(token);
    let headers: Record<string, string> = { date: new Date(this.clock.now()).toUTCString() };
    try {
      this.#quota.count(account, (told) => (headers = { ...headers, ...told }));
    } catch (thrown) {
      this.refused += 1;
      return { status: (thrown as OverlayError).status, body: '', etag: null, headers };
    }
    this.accepted.push(token);
    const app = { id: 1, name: token, outputUrl: 'http://box/o', ...(this.#tells && { accountId: account }) };
    return { status: 200, body: JSON.stringify(rows[row] ?? app), etag: null, headers };
  }
}

/** Apps of one desk on a service, each by its token. */
async function openApps(service: Metered, tokens: readonly string[]): Promise<OpenApp[]> {
  const { clock, connection } = service;
  const quotas = new Quotas();
  const apps = tokens.map(
    (token) =>
      new OpenApp(
        { key: token, name: token, kind: 'token' },
        {
          clock,
          knownError,
          quotas,
          random: () => 1,
          settled: () => undefined,
          changedSubs: () => undefined,
          changed: () => undefined,
          notice: () => undefined,
        },
      ),
  );
  apps.forEach((app, at) => app.connect({ base: 'http://box', token: tokens[at]!, connection, openTruth }));
  await clock.pass(1_000);
  return apps;
}

describe('app instances of one account', () => {
  const tokens = ['a', 'b', 'c'];

  it('are polled from one quota: each in its turn, none is refused, and the reserve for presses stays', async () => {
    const service = new Metered({ accountOf: () => 7 });
    const apps = await openApps(service, tokens);
    const begun = service.accepted.length;
    await service.clock.pass(58_000);
    const polls = service.accepted.slice(begun);
    const each = tokens.map((token) => polls.filter((one) => one === token).length);
    expect(service.refused).toBe(0);
    expect(service.accepted.length).toBeLessThanOrEqual(limit - limit / 3);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(2);
    expect(new Set(apps.map((app) => JSON.stringify(app.view().quota))).size).toBe(1);
    expect(apps.map((app) => app.state.view('bug').tally)).toEqual(['ON AIR', 'ON AIR', 'ON AIR']);
    for (const app of apps) app.close();
  });

  it('leave their turns to the others when they are closed', async () => {
    const pollsOfFirst = async (closes: boolean): Promise<number> => {
      const service = new Metered({ accountOf: () => 7 });
      const apps = await openApps(service, tokens);
      await service.clock.pass(15_000);
      if (closes) for (const app of apps.slice(1)) app.close();
      service.accepted.length = 0;
      await service.clock.pass(40_000);
      const polls = service.accepted.filter((token) => token === 'a').length;
      for (const app of apps) app.close();
      return polls;
    };
    expect(await pollsOfFirst(true)).toBeGreaterThanOrEqual(2 * (await pollsOfFirst(false)));
  });

  it('of which the service does not say whose they are have a quota each', async () => {
    const service = new Metered({ accountOf: () => 7, tells: false });
    const apps = await openApps(service, tokens);
    await service.clock.pass(20_000);
    expect(new Set(apps.map((app) => app.view().quota?.remaining)).size).toBeGreaterThan(1);
    for (const app of apps) app.close();
  });

  it('of two accounts have a quota each', async () => {
    const service = new Metered({ accountOf: (token) => (token === 'a' ? 1 : 2) });
    const apps = await openApps(service, ['a', 'b']);
    await service.clock.pass(10_000);
    const left = apps.map((app) => app.view().quota?.remaining);
    apps[1]!.close();
    const [before] = left;
    const polled = service.accepted.filter((token) => token === 'a').length;
    expect(before).toBe(limit - polled);
    apps[0]!.close();
  });
});
