import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { DataLink } from '../../contract/desk-api/data-link.ts';
import { Source, type SourceOrigin } from '../../contract/desk-api/source.ts';
import type { Figure } from '../service/figure.ts';
import { quantile } from '../service/rounds.ts';
import { readBare } from './bare-reader.ts';
import { type BenchDesk, mappedKeys, openBenchDesk } from './bench-desk.ts';
import { lateness } from './cues.ts';
import { type Extent, moment, shareOfCore, timesFigure } from './moments.ts';
import { ended, started } from './programs.ts';

const subCompositions = 200;
const sources = 100;
/** Milliseconds between two readings of a source. */
const every = 100;

type Kind = 'socket' | 'http';

/** What 100 sources cost that are read ten times a second, each linked to a sub-composition, and whether a press waits for them. */
export async function dataFigures({ quick }: Extent): Promise<Figure[]> {
  return [...(await beside('socket', quick)), ...(await beside('http', quick))];
}

async function beside(kind: Kind, quick: boolean): Promise<Figure[]> {
  const { child, first: port } = await started('data-server.ts', [String(every)]);
  const length = quick ? 5_000 : 20_000;
  const end = readBare(kind, { port: port as number, sources, every });
  await pause(2_000);
  const bare = await shareOfCore(length);
  end();
  const desk = await openBenchDesk({ subCompositions, screens: 1, data: true, blind: true });
  await pause(1_000);
  const idle = await shareOfCore(length);
  const quiet = await presses(desk, quick);
  await link(desk, kind, port as number);
  await pause(2_000);
  const before = await toldBy(child);
  const busy = await shareOfCore(length);
  const perSecond = ((await toldBy(child)) - before) / (length / 1_000);
  const pressed = await presses(desk, quick);
  const late = await lateness(desk, quick ? 60 : 300);
  await desk.close();
  await ended(child);
  const more = quantile(pressed, 0.99) - quantile(quiet, 0.99);
  return [
    { name: `${sources} sources (${kind}), tables each second`, value: perSecond, unit: '' },
    { name: '... share of one core that they cost, in %', value: busy - idle, unit: '', target: { atMost: 10 } },
    { name: '... of a program that receives and parses them and does no more, in %', value: bare, unit: '' },
    timesFigure('... a key -> bytes with the operating system, beside them', pressed),
    timesFigure('... with nothing beside it', quiet),
    timesFigure('... a cue after its delay -> bytes, past its time, beside them', late, 5),
    { name: '... what they add to its 99th percentile', value: more, unit: 'ms', target: { atMost: 1 } },
  ];
}

async function link({ screen, id }: BenchDesk, kind: Kind, port: number): Promise<void> {
  const host = `127.0.0.1:${port}`;
  for (let at = 0; at < sources; at++) {
    const from: SourceOrigin =
      kind === 'http' ? { kind, url: `http://${host}/${at}`, every, headers: {} } : { kind, url: `ws://${host}/${at}` };
    const source = Source.omit({ id: true }).parse({ name: `Scores ${at}`, from, allowPrivate: true });
    const added = await screen.call('editSources', { edit: 'addSource', source });
    const linked = DataLink.parse({
      subComposition: id(at),
      name: `Sub ${at}`,
      source: added ?? '',
      fields: { score: { path: 'points' } },
    });
    await screen.call('editSources', { edit: 'linkData', link: linked });
  }
}

/** From a key until the operating system has the bytes (ms). The keys are of sub-compositions that no source is linked to. */
async function presses({ screen, nextSent }: BenchDesk, quick: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let press = 0; press < (quick ? 200 : 1_000); press++) {
    await pause(5 + ((press * 7) % 21));
    const sending = nextSent();
    const start = moment();
    await screen.call('key', { key: `F${(press % (mappedKeys / 2)) + mappedKeys / 2 + 1}`, repeat: false });
    times.push((await sending) - start);
  }
  return times;
}

async function toldBy(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('how many');
  const [told] = (await answered) as [number];
  return told;
}
