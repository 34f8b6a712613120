import { texts } from '../../../../contract/texts/texts.ts';
import { Quotas } from '../../../../desk/app/link/quota.ts';
import { afterEach, expect, it } from 'vitest';
import { OpenApp } from '../../../../desk/app/open-app.ts';
import { systemClock } from '../../../../node/clock.ts';
import { openHttpConnection } from '../../../../node/http/http-connection.ts';
import type { Clock } from '../../../../contract/clock.ts';
import { openExplainedTruth } from '../../../../desk/app/link/live-or-poll.ts';
import { LoopbackServers } from '../../../kit/service/loopback-servers.ts';
import { knownError } from '../../../kit/desk/recording-log.ts';

const servers = new LoopbackServers();
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  servers.close();
});

/** The first reason that a desk gives for an app that it does not reach at an address. */
function reasonAt(base: string, clock: Clock = systemClock): Promise<string> {
  const connection = openHttpConnection();
  return new Promise((resolve) => {
    const desk = new OpenApp(
      { key: 'box', name: 'Box', kind: 'token' },
      {
        clock,
        knownError,
        quotas: new Quotas(),
        random: () => 0,
        settled: () => undefined,
        changedSubs: () => undefined,
        changed: () => {
          const { status, reason } = desk.view().connection;
          if (status === 'lost') resolve(reason);
        },
        notice: () => undefined,
      },
    );
    ends.push(() => {
      desk.close();
      connection.close();
    });
    desk.connect({ base, token: 'tok', connection, openTruth: openExplainedTruth });
  });
}

/** A service that answers everything so. */
const answering = (status: number, body: string, type = 'application/json'): Promise<number> =>
  servers.http((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));
const refusal = (code: number): string => JSON.stringify({ error: { message: 'no', code } });

it('a name that does not exist', async () => {
  expect(await reasonAt('http://no-such-machine.invalid')).toMatch(/"no-such-machine\.invalid"/);
});

it('a machine on which nothing listens', async () => {
  const port = await servers.nobody();
  expect(await reasonAt(`http://127.0.0.1:${port}`)).toBe(
    `${texts.link.nothingListens(`127.0.0.1:${port}`)} ${texts.link.checkPort}`,
  );
});

it('a certificate that nobody vouches for', async () => {
  const port = await servers.http((_request, response) => response.end(), 'cert.pem');
  expect(await reasonAt(`https://localhost:${port}`)).toBe(`${texts.link.selfSigned} ${texts.link.getCertificate}`);
});

it('a machine that does not say anything', async () => {
  const asked = Promise.withResolvers<undefined>();
  const port = await servers.tcp((socket) => socket.once('data', () => asked.resolve(undefined)));
  // The time of the first question is over as soon as it is there.
  const after = (_: number, run: () => void) => (void asked.promise.then(run), () => undefined);
  expect(await reasonAt(`http://127.0.0.1:${port}`, { ...systemClock, after })).toBe(
    `${texts.link.silent(`127.0.0.1:${port}`, 1.5)} ${texts.link.checkMachine}`,
  );
});

it.each([
  [401, refusal(401), `${texts.link.refuses(texts.link.theToken)} ${texts.link.copyAgain}`],
  [404, refusal(404), `${texts.link.tokenUnknown} ${texts.link.copyControlAddress}`],
  [404, '<!doctype html>', `${texts.link.webPage(404)} ${texts.link.mayNeedLogin(texts.link.checkAddress)}`],
  [200, '{"hello":"world"}', `${texts.link.notAService(200)} ${texts.link.checkAddress}`],
  [503, refusal(503), `${texts.link.serviceFault(503)} ${texts.link.mayBeStarting}`],
])('an answer %i %s', async (status, body, reason) => {
  expect(await reasonAt(`http://127.0.0.1:${await answering(status, body)}`)).toBe(reason);
});
