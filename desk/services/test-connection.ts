import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import type { TestReport, TestStep } from '../../contract/desk-api/connections.ts';
import { parsedJson } from '../../contract/json-text.ts';
import { AppInstance } from '../../contract/model/app-instance.ts';
import { listAppInstances, readFirstControlByToken, rotateAppToken } from '../../contract/service-api/app-instances.ts';
import { readControl } from '../../contract/service-api/controlapps.ts';
import { type Endpoint, pathOf } from '../../contract/service-api/endpoint.ts';
import type { Account, ConnectionPort, HttpAnswer, Route } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { explainAnswer, isRefusal, notTheService, tokenUnknown, tooOld } from '../app/link/explain-answer.ts';
import { explainFailure, type Explained } from '../app/link/explain-failure.ts';

/** Milliseconds for one request of a test. */
export const patience = 8_000;

export interface ServiceAccess {
  base: string;
  route: Route;
  access: { account: Account } | { token: string };
}

interface ServiceWay {
  clock: Clock;
  connection: ConnectionPort;
}

/** The row 1 fields that the desk uses; services may report more. */
const ListedApp = AppInstance.pick({ id: true, name: true, access_token: true });
export type ListedApp = z.infer<typeof ListedApp>;

export class Unreached extends Error {
  readonly why: Explained;
  /** Whether retrying needs an operator first. Repeated attempts would only lock the account. */
  readonly stays: boolean;

  constructor(why: Explained, stays = false) {
    super(`${why.found} ${why.todo}`.trim());
    this.name = 'Unreached';
    [this.why, this.stays] = [why, stays];
  }
}

/** An unused token. The answer shows whether the service has the second generation of control. */
const nobodysToken = 'overlay-desk-connection-test';

/** Row 1. Rejects with {@link Unreached}. */
export async function listApps(reach: ServiceWay, base: string, account: Account): Promise<ListedApp[]> {
  const answer = await ask(reach, { base, endpoint: listAppInstances, account });
  if (answer.status === 404) throw new Unreached(notTheService(answer));
  if (answer.status !== 200) throw new Unreached(explainAnswer(answer, 'account'), [401, 403].includes(answer.status));
  const apps = z.array(ListedApp).safeParse(parsedJson(answer.body));
  if (!apps.success) throw new Unreached(notTheService(answer));
  return apps.data;
}

/** Creates a missing app token. Rejects with {@link Unreached}. */
export async function makeToken(reach: ServiceWay, at: { base: string; account: Account; app: number }): Promise<void> {
  const { base, account, app } = at;
  const params = { app_instance_id: String(app) };
  const answer = await ask(reach, { base, endpoint: rotateAppToken, params, account });
  if (answer.status === 200) return;
  if (answer.status !== 404) throw new Unreached(explainAnswer(answer, 'account'), true);
  const found = texts.services.noTokensMade;
  throw new Unreached({ step: 'access', found, todo: texts.services.shareInstance }, true);
}

export function endedTest(step: 'address' | 'secret', found: string, todo: string): TestReport {
  const at = order.indexOf(step);
  const steps = order.map((name, i): TestStep => {
    if (i === at) return { step: name, result: 'failed', found, todo };
    return { step: name, result: i < at ? 'good' : 'not tried', found: '', todo: '' };
  });
  return { works: false, steps, apps: [] };
}

export async function testConnection(reach: ServiceWay, reached: ServiceAccess): Promise<TestReport> {
  try {
    const apps = 'account' in reached.access ? await tryAccount(reach, reached.base, reached.access.account) : [];
    if ('token' in reached.access) await tryToken(reach, reached.base, reached.access.token);
    const found = apps.map(({ id, name, access_token: token }) => ({
      id,
      name,
      hasToken: token !== null,
      chosen: false,
    }));
    return { works: true, steps: stepsOf(reached, undefined), apps: found };
  } catch (thrown) {
    if (!(thrown instanceof Unreached)) throw thrown;
    return { works: false, steps: stepsOf(reached, thrown.why), apps: [] };
  }
}

async function tryAccount(reach: ServiceWay, base: string, account: Account): Promise<ListedApp[]> {
  const apps = await listApps(reach, base, account);
  const answer = await ask(reach, { base, endpoint: readControl, params: { appToken: nobodysToken } });
  if (answer.status === 404 && !isRefusal(answer)) throw new Unreached(tooOld());
  return apps;
}

async function tryToken(reach: ServiceWay, base: string, token: string): Promise<void> {
  const answer = await ask(reach, { base, endpoint: readControl, params: { appToken: token } });
  if (answer.status === 200 && readControl.answer.safeParse(parsedJson(answer.body)).success) return;
  if (answer.status === 404) throw new Unreached(await explain404(reach, { base, token, answer }));
  throw new Unreached(explainAnswer(answer, 'token'));
}

async function explain404(
  reach: ServiceWay,
  { base, token, answer }: { base: string; token: string; answer: HttpAnswer },
): Promise<Explained> {
  const params = { app_access_token: token };
  const first = await ask(reach, { base, endpoint: readFirstControlByToken, params });
  if (first.status === 200 && Array.isArray(parsedJson(first.body))) return tooOld();
  if (!isRefusal(answer)) return notTheService(answer);
  return tokenUnknown();
}

interface Question {
  base: string;
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  params?: Record<string, string>;
  account?: Account;
}

/** Rejects with {@link Unreached} if no answer came. */
async function ask({ clock, connection }: ServiceWay, question: Question): Promise<HttpAnswer> {
  const { base, endpoint, params = {}, account } = question;
  const url = base + pathOf(endpoint, params);
  const waiting = new AbortController();
  const callOff = clock.after(patience, () => waiting.abort());
  let sent = false;
  const onSent = (): void => void (sent = true);
  try {
    return await connection.request({ method: endpoint.method, url, account, onSent }, waiting.signal);
  } catch (thrown) {
    const failure = { thrown, sent, timedOut: waiting.signal.aborted, url: new URL(base), patience: patience / 1_000 };
    throw new Unreached(explainFailure(failure));
  } finally {
    callOff();
  }
}

const order = ['address', 'secret', 'proxy', 'name', 'connect', 'encryption', 'service', 'access'] as const;

function stepsOf({ base, route, access }: ServiceAccess, failed: Explained | undefined): TestStep[] {
  const url = new URL(base);
  const byProxy = typeof route.proxy === 'object';
  const through = texts.services.proxyDoesIt;
  const good: Record<TestStep['step'], string> = {
    address: texts.services.goesTo(base),
    secret: 'account' in access ? texts.services.hasPassword : texts.services.hasToken,
    proxy: byProxy ? texts.services.proxyPasses : texts.services.noProxy,
    name: byProxy ? through : texts.services.found(url.hostname),
    connect: byProxy ? through : texts.services.takesConnections(url.host),
    encryption: url.protocol === 'https:' ? texts.services.encrypted : texts.services.notEncrypted,
    service: texts.services.understood,
    access: 'account' in access ? texts.services.passwordRight : texts.services.tokenRight,
  };
  const failedAt = failed ? order.indexOf(failed.step) : order.length;
  return order.map((step, at) => {
    if (failed && at === failedAt) return { step, result: 'failed', found: failed.found, todo: failed.todo };
    if (at > failedAt) return { step, result: 'not tried', found: '', todo: '' };
    return { step, result: 'good', found: good[step], todo: step === 'encryption' ? openWarning(url) : '' };
  });
}

function openWarning({ protocol, hostname }: URL): string {
  if (protocol === 'https:' || /^(localhost|127\.|\[::1\])/.test(hostname)) return '';
  return texts.services.readable;
}
