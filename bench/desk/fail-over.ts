import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAddress } from '../../contract/model/address.ts';
import { LiveFrame } from '../../contract/service-api/live-channel.ts';
import type { ConnectionPort } from '../../desk/ports.ts';
import { readLive } from '../../test/kit/service/live-reader.ts';
import { type RunningDesk, startDesk } from '../../test/kit/desk/running-desk.ts';
import type { ServiceProgram } from '../../test/kit/service/service-program.ts';
import type { Figure } from '../service/figure.ts';
import { type Extent, moment, timesFigure } from './moments.ts';
import { connectTo, startShipped, stopped } from './services.ts';

/** What is operated, and where it is. */
interface Stage {
  desk: RunningDesk;
  app: string;
  main: ServiceProgram;
  backup: ServiceProgram;
  /** Resolves with the moment at which the service of the backup itself told that it holds this state. */
  backupHolds(state: string): Promise<number>;
  /**
   * Resolves with the moment at which the desk was next told that a line to the main is closed, or closed it because the
   * main was silent.
   */
  nextLoss(): Promise<number>;
  restartMain(): Promise<ServiceProgram>;
}

/** Times (ms) of one fail-over. */
interface Gone {
  /** From the loss, or from the operator's press. */
  whole: number;
  /** From when the desk noticed the loss. */
  noticed: number;
}

const third = 'Lower Third';

/** How long the way to the backup is, after the main's end, its silence, and an operator's press; and the way back. */
export async function failOverFigures({ quick }: Extent): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'overlay-fail-over-'));
  const stage = await openStage(data);
  const [killed, silent, pressed, back] = [[] as Gone[], [] as Gone[], [] as Gone[], [] as number[]];
  for (let round = 0; round < (quick ? 6 : 25); round++) {
    killed.push(await lost(stage, round, 'SIGKILL'));
    await again(stage);
    pressed.push(await operated(stage, round));
    back.push(await failBack(stage));
  }
  for (let round = 0; round < (quick ? 2 : 8); round++) {
    silent.push(await lost(stage, round, 'SIGSTOP'));
    stage.main.process.kill('SIGCONT');
    await failBack(stage);
  }
  await stage.desk.close();
  await stopped(stage.main, stage.backup);
  rmSync(data, { recursive: true });
  const whole = (all: Gone[]): number[] => all.map((one) => one.whole);
  const noticed = (all: Gone[]): number[] => all.map((one) => one.noticed);
  return [
    timesFigure('fail-over: kill -9 of the main -> on air on the backup', whole(killed), 300),
    timesFigure('... from when the desk noticed the loss', noticed(killed), 300),
    timesFigure("... from the operator's press, the main being well", whole(pressed), 300),
    timesFigure('... main falls silent (SIGSTOP), from the noticed loss', noticed(silent), 300),
    timesFigure('... main falls silent, from the last it did', whole(silent)),
    timesFigure("fail-back: operator's press -> on air on the main", back),
  ];
}

/** A take, and with its confirmation the main is lost: what the backup has not got yet must be carried over. */
async function lost(stage: Stage, round: number, signal: 'SIGKILL' | 'SIGSTOP'): Promise<Gone> {
  const { desk, app, main } = stage;
  await desk.screen.call('setBackup', { app, backup: backupKey(stage), after: 0 });
  const to = await taken(stage, round);
  const [shown, noticed] = [reached(stage, to), stage.nextLoss()];
  const start = moment();
  main.process.kill(signal);
  const at = await shown;
  return { whole: at - start, noticed: at - (await noticed) };
}

/** The same, and an operator goes over. */
async function operated(stage: Stage, round: number): Promise<Gone> {
  const { desk, app } = stage;
  await desk.screen.call('setBackup', { app, backup: backupKey(stage), after: null });
  const to = await taken(stage, round);
  const shown = reached(stage, to);
  const start = moment();
  await desk.screen.call('do', { action: { do: 'failOver', app }, wait: true });
  const whole = (await shown) - start;
  return { whole, noticed: whole };
}

async function failBack({ desk, app, main }: Stage): Promise<number> {
  await desk.until(() => ['same', 'drift'].includes(viewOf({ desk, app })?.backup?.state ?? ''));
  const start = moment();
  await desk.screen.call('do', { action: { do: 'failBack', app }, wait: true });
  await desk.until(() => isOn({ desk, app }, main));
  const took = moment() - start;
  await desk.until(() => viewOf({ desk, app })?.backup?.state === 'same');
  return took;
}

async function again(stage: Stage): Promise<void> {
  await stage.main.ended;
  stage.main = await stage.restartMain();
  await failBack(stage);
}

/** Take the sub-composition to its other state; gives that as soon as the main confirmed it. */
async function taken({ desk, app }: Stage, round: number): Promise<'In' | 'Out1'> {
  const id = desk.id(third, app);
  const to = desk.view.subs[id]?.state === 'In' ? 'Out1' : 'In';
  await desk.screen
    .call('do', { action: { do: 'set', subComposition: id, field: 'Name', value: `Ada ${round}` } })
    .catch(() => undefined);
  await desk.screen.call('do', { action: { do: 'take', subComposition: id, to, action: 'jump' } });
  await desk.until(({ subs }) => subs[id]?.state === to && subs[id].requested === null);
  return to;
}

/** When the desk shows this on the backup as confirmed, and the backup's service itself holds it. */
async function reached(stage: Stage, to: string): Promise<number> {
  const { desk, app, backup } = stage;
  const id = desk.id(third, app);
  const held = stage.backupHolds(to);
  await desk.until(({ subs }) => isOn(stage, backup) && subs[id]?.state === to);
  const shown = moment();
  return Math.max(shown, await held);
}

function viewOf({ desk, app }: Pick<Stage, 'desk' | 'app'>) {
  return desk.view.apps.find(({ key }) => key === app);
}

function isOn(stage: Pick<Stage, 'desk' | 'app'>, { ready }: ServiceProgram): boolean {
  const connection = viewOf(stage)?.connection;
  return connection?.status === 'live' && connection.service === ready.url;
}

function backupKey(stage: Stage): string {
  return viewOf(stage)?.backup?.key ?? '';
}

async function openStage(data: string): Promise<Stage> {
  const main = await startShipped(join(data, 'main'));
  const backup = await startShipped(join(data, 'backup'));
  let loss = Promise.withResolvers<number>();
  const watched = (real: ConnectionPort) => noting(real, main.ready.url, () => loss.resolve(moment()));
  const desk = await startDesk({ watched });
  const app = await connectTo(desk, main);
  const spare = await connectTo(desk, backup);
  await desk.screen.call('setBackup', { app, backup: spare, after: 0 });
  const stage: Stage = {
    desk,
    app,
    main,
    backup,
    backupHolds: watchBackup(backup, parseAddress(desk.id(third, app)).id),
    nextLoss: () => {
      loss = Promise.withResolvers();
      return loss.promise;
    },
    restartMain: () => startShipped(join(data, 'main'), Number(new URL(main.ready.url).port)),
  };
  await desk.until(() => viewOf(stage)?.backup?.state === 'same');
  return stage;
}

function watchBackup({ ready }: ServiceProgram, id: string): Stage['backupHolds'] {
  const { socket } = readLive(ready, ready.apps[0]?.token ?? '');
  let held = { state: '', at: NaN };
  let wake = (): void => undefined;
  socket.on('message', (data: Buffer) => {
    const frame = LiveFrame.parse(JSON.parse(data.toString('utf8')));
    const items = frame.type === 'change' ? frame.changes : [];
    const state = items.find((item) => item.id === id)?.state;
    if (state) held = { state, at: moment() };
    wake();
  });
  return async (state) => {
    while (held.state !== state) await new Promise<void>((resolve) => (wake = resolve));
    return held.at;
  };
}

/** The way, which tells when a live channel to the service at this address is over. */
function noting(real: ConnectionPort, base: string, over: () => void): ConnectionPort {
  return {
    request: (request, signal) => real.request(request, signal),
    openLive: (url, handlers) => {
      const own = url.startsWith(base.replace('http', 'ws')) ? over : () => undefined;
      const channel = real.openLive(url, { ...handlers, onClose: (...told) => (own(), handlers.onClose(...told)) });
      return { send: (text) => channel.send(text), close: () => (own(), channel.close()) };
    },
  };
}
