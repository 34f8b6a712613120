import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpConnection, openHttpConnection } from '../../../../node/http/http-connection.ts';
import type { ConnectionPort, LiveHandlers } from '../../../../desk/ports.ts';
import { openTruth } from '../../../../desk/app/link/live-or-poll.ts';
import { QuotaGovernor } from '../../../../desk/app/link/quota.ts';
import type { TruthLink } from '../../../../desk/app/link/truth-link.ts';
import { keptSockets, warmEvery } from '../../../../desk/app/link/live-link.ts';
import { asksHealth } from '../../../kit/service/health-question.ts';
import { ManualClock, settled } from '../../../kit/manual-clock.ts';
import { modelItem, snapshot } from '../../../kit/desk/scripted-ports.ts';
import { knownError } from '../../../kit/desk/recording-log.ts';

const never = new AbortController().signal;
const show = snapshot([modelItem({ id: 'root' })], [], 1);

/** A service on real sockets whose live channel says what the test says, and the desks' way to it. */
class Stage {
  readonly clock = new ManualClock();
  readonly http: HttpConnection = openHttpConnection();
  readonly server: Server;
  readonly channels: LiveHandlers[] = [];
  /** How many sockets were ever opened to it. */
  opened = 0;
  /** When each question for its health came, and by which socket: the port at the desk's end. */
  asked: { at: number; port: number | undefined }[] = [];
  /** What the desks wait for. */
  readonly #answers: Promise<unknown>[] = [];
  readonly #links: TruthLink[] = [];
  base = '';

  constructor(answer: RequestListener = (_request, response) => response.end('{}')) {
    this.server = createServer((request, response) => {
      if (asksHealth(request)) this.asked.push({ at: this.clock.monotonic(), port: request.socket.remotePort });
      // What hangs never answers.
      if (request.url !== '/hangs') answer(request, response);
    });
    this.server.on('connection', () => this.opened++);
  }

  readonly connection: ConnectionPort = {
    request: (request, signal) => {
      const answer = this.http.request(request, signal);
      this.#answers.push(answer);
      return answer;
    },
    openLive: (_url, handlers) => {
      this.channels.push(handlers);
      return { send: () => undefined, close: () => undefined };
    },
  };

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.base = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A desk hears the truth of an app; its channel is opened with a snapshot. */
  async hear(): Promise<TruthLink> {
    const { clock, connection } = this;
    const ports = {
      clock,
      connection,
      knownError,
      random: () => 1,
      quota: new QuotaGovernor(clock, () => undefined),
      revision: () => -1,
    };
    const heard = { onFrame: () => undefined, onLost: () => undefined };
    const link = openTruth({ base: this.base, token: 'tok' }, { ...ports, ...heard });
    this.#links.push(link);
    this.channels.at(-1)?.onText(JSON.stringify(show));
    await this.answered();
    return link;
  }

  /** Time goes by in which the channels beat. */
  async pass(milliseconds: number): Promise<void> {
    for (let at = 0; at < milliseconds; at += 500) {
      await this.clock.pass(500);
      for (const { onText } of this.channels) onText(JSON.stringify({ type: 'beat', revision: 1, now: 0 }));
      await this.answered();
    }
  }

  /** Everything was answered, and Node has put the sockets by. */
  async answered(): Promise<void> {
    await Promise.allSettled(this.#answers.splice(0));
    await settled();
  }

  /** A request of an operator goes; gives how many sockets had to be opened for it. */
  async press(path: string): Promise<number> {
    const before = this.opened;
    const sent = Promise.withResolvers<undefined>();
    const arrived = once(this.server, 'request');
    const request = { method: 'PATCH', url: this.base + path, body: '[]', onSent: () => sent.resolve(undefined) };
    this.http.request(request, never).catch(() => undefined);
    await Promise.all([sent.promise, arrived]);
    return this.opened - before;
  }

  close(): void {
    for (const link of this.#links) link.close();
    this.http.close();
    this.server.closeAllConnections();
    this.server.close();
  }
}

const portsOf = (asked: Stage['asked']): Set<number | undefined> => new Set(asked.map(({ port }) => port));

let stage: Stage;
beforeEach(async () => {
  stage = new Stage();
  await stage.open();
});
afterEach(() => stage.close());

describe('while the truth is live', () => {
  it('two sockets are open before the first press, which opens none, nor does a panic beside it', async () => {
    await stage.hear();
    expect(stage.opened).toBe(2);
    expect([await stage.press('/hangs'), await stage.press('/hangs')]).toEqual([0, 0]);
  });

  it('each of them carries something more often than a server of Node closes one, however long nothing is asked', async () => {
    expect(warmEvery).toBeLessThan(stage.server.keepAliveTimeout);
    await stage.hear();
    const both = portsOf(stage.asked.splice(0));
    expect(both.size).toBe(2);
    for (let at = 0; at < 5; at++) {
      await stage.pass(warmEvery);
      expect(portsOf(stage.asked.splice(0))).toEqual(both);
    }
    expect([await stage.press('/hangs'), await stage.press('/hangs'), stage.opened]).toEqual([0, 0, 2]);
  });

  it('one that the server closed is opened anew before it is needed', async () => {
    await stage.hear();
    stage.server.closeIdleConnections();
    await stage.pass(warmEvery);
    expect(stage.opened).toBe(4);
    expect([await stage.press('/hangs'), await stage.press('/hangs')]).toEqual([0, 0]);
  });

  it('apps ask at the same moments, so that those who share a way to a service have two each', async () => {
    await stage.hear();
    await stage.pass(1_500);
    await stage.hear();
    stage.asked = [];
    await stage.pass(2 * warmEvery);
    const [first, second] = [warmEvery, 2 * warmEvery];
    expect(stage.asked.map(({ at }) => at)).toEqual([first, first, first, first, second, second, second, second]);
  });

  it('a question that hangs is given up with its socket, so that no more than two wait', async () => {
    stage.close();
    stage = new Stage(() => undefined);
    await stage.open();
    void stage.hear();
    for (let at = 1; at <= 3; at++) {
      while (stage.asked.length < at * keptSockets) await settled();
      const open = await new Promise((resolve) => stage.server.getConnections((_, count) => resolve(count)));
      expect(open).toBeLessThanOrEqual(2 * keptSockets);
      for (let beat = 0; beat < 8; beat++) {
        await stage.clock.pass(500);
        stage.channels[0]?.onText(JSON.stringify({ type: 'beat', revision: 1, now: 0 }));
      }
    }
  });
});

describe('nothing is asked for warmth', () => {
  const later = async (): Promise<unknown> => {
    stage.asked = [];
    await stage.pass(3 * warmEvery);
    return stage.asked;
  };

  const silent = () => ({ send: () => undefined, close: () => undefined });

  it('before the channel has said anything', async () => {
    stage.connection.openLive = silent;
    await stage.hear();
    expect(stage.opened).toBe(0);
  });

  it('after the channel was lost', async () => {
    await stage.hear();
    stage.connection.openLive = silent;
    stage.channels.pop()?.onClose(1006, '');
    expect(await later()).toEqual([]);
  });

  it('after the app was let go', async () => {
    (await stage.hear()).close();
    stage.channels.pop();
    expect(await later()).toEqual([]);
  });
});

describe('a service that is asked for its truth', () => {
  const rows: RequestListener = ({ url = '' }, response) => {
    if (url.endsWith('/control')) return response.end('[]');
    return url.endsWith('/model') ? response.end(JSON.stringify(show.model)) : response.writeHead(404).end('{}');
  };
  let link: TruthLink;
  beforeEach(async () => {
    stage.close();
    stage = new Stage(rows);
    await stage.open();
    link = await stage.hear();
    stage.channels.pop()?.onClose(1006, '', { status: 404 });
    stage.asked = [];
    await stage.pass(60_000);
  });

  it('is asked for nothing else, and often enough that its socket stays open for a press', async () => {
    const opened = stage.opened;
    const asked: number[] = [];
    stage.server.on('request', ({ url }: { url: string }) => {
      if (url.endsWith('/control')) asked.push(stage.clock.monotonic());
    });
    await stage.pass(12_000);
    expect(asked.map((at) => at - (asked[0] ?? 0))).toEqual([0, 4_000, 8_000]);
    expect(4_000).toBeLessThan(stage.server.keepAliveTimeout);
    expect([stage.asked, stage.opened - opened]).toEqual([[], 0]);
  });

  it('has opened the second socket for the truth before a panic goes beside a press that hangs', async () => {
    expect(await stage.press('/hangs')).toBe(0);
    link.hurry();
    await stage.pass(500);
    expect(await stage.press('/hangs')).toBe(0);
  });
});
