import { setTimeout as pause } from 'node:timers/promises';
import { Cue, type WrittenCue } from '../../contract/desk-api/cue.ts';
import type { Figure } from '../service/figure.ts';
import { quantile } from '../service/rounds.ts';
import { type BenchDesk, openBenchDesk } from './bench-desk.ts';
import { type Extent, moment, timesFigure } from './moments.ts';

const subCompositions = 200;
const cues = 2_000;
/** How many sub-compositions the large cue takes. */
const targets = 50;
/** How long (ms) a cue waits whose time is measured. */
const delay = 20;
/** The sub-composition that it takes, which nothing else in a bench does. */
const lateSub = 180;
/** Other presses that reach the desk each second while it does. */
const pressesPerSecond = 500;

/** A rundown of 2,000 cues with its file: edits, a cue of 50 targets, and the times of what happens by itself. */
export async function cueFigures({ quick }: Extent): Promise<Figure[]> {
  const desk = await openBenchDesk({ subCompositions });
  const [rundown = '', group = ''] = await desk.screen.call('editRundown', { edit: 'addRundown', name: 'Bench' });
  const add = async (...written: Omit<WrittenCue, 'id'>[]): Promise<string[]> => {
    const parsed = written.map((cue) => Cue.omit({ id: true }).parse(cue));
    return desk.screen.call('editRundown', { edit: 'addCues', group, before: null, cues: parsed });
  };
  const all = await add(
    ...Array.from({ length: cues }, (_, at) => ({ number: String(at), name: `Cue ${at}`, steps: [takes(desk, [at])] })),
  );
  const [large = ''] = await add({ name: 'Large', steps: [takes(desk, upTo(targets))] });
  await desk.screen.call('do', { action: { do: 'skip', rundown, by: 10 * cues } });
  const rounds = quick ? 60 : 300;
  const opened = await timesOf(rounds / 10, () => desk.screen.call('watch', {}));
  const edited = await timesOf(rounds, (round) => edit(desk, all, round));
  const [first = ''] = all;
  const quiet = await timesOf(rounds, () => fire(desk, first));
  const saving = await timesOf(rounds, async (round) => {
    void edit(desk, all, round);
    await fire(desk, first);
  });
  const fired = await timesOf(rounds, () => fire(desk, large));
  const late = await besidePresses(desk, () => lateness(desk, rounds));
  await desk.close();
  return [
    timesFigure(`a screen is sent a show with ${cues} cues`, opened, 300),
    timesFigure(`an edit of one of ${cues} cues -> its answer`, edited, 16),
    timesFigure('a cue of one target -> bytes with the operating system', quiet),
    timesFigure('... that comes with an edit, which is saved', saving, Math.ceil(quantile(quiet, 0.99) + 1)),
    timesFigure(`a cue of ${targets} targets -> bytes with the operating system`, fired, 3),
    timesFigure(`a cue after its delay -> bytes, past its time, beside ${pressesPerSecond} presses/s`, late, 5),
  ];
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

function takes({ id }: BenchDesk, subs: readonly number[]): WrittenCue['steps'][number] {
  return {
    targets: subs.map((at) => ({ subComposition: id(at % subCompositions), name: `Sub ${at}`, state: 'In' as const })),
  };
}

async function timesOf(rounds: number, happen: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await pause(5 + ((round * 7) % 21));
    const start = moment();
    await happen(round);
    times.push(moment() - start);
  }
  return times;
}

function edit({ screen }: BenchDesk, all: readonly string[], round: number): Promise<string[]> {
  const cue = all[(round * 5) % all.length] ?? '';
  return screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: { name: `Edited ${round}` } });
}

async function fire({ screen, nextSent }: BenchDesk, cue: string): Promise<void> {
  const sending = nextSent();
  await screen.call('do', { action: { do: 'fireCue', cue } });
  await sending;
}

/** Does something while other presses come in. */
async function besidePresses<Done>(desk: BenchDesk, run: () => Promise<Done>): Promise<Done> {
  let cued = false;
  const flood = setInterval(() => {
    cued = !cued;
    void desk.screen.call('do', { action: { do: 'cue', subComposition: desk.id(subCompositions - 1), cued } });
  }, 1_000 / pressesPerSecond);
  const done = await run();
  clearInterval(flood);
  return done;
}

/** How long after its time the request of a cue that waits is away (ms). */
export async function lateness(desk: BenchDesk, rounds: number): Promise<number[]> {
  const [, group = ''] = await desk.screen.call('editRundown', { edit: 'addRundown', name: 'Timed' });
  const written = Cue.omit({ id: true }).parse({ name: 'Timed', steps: [{ ...takes(desk, [lateSub]), delay }] });
  const [cue = ''] = await desk.screen.call('editRundown', { edit: 'addCues', group, before: null, cues: [written] });
  const times = await timesOf(rounds, () => fire(desk, cue));
  return times.map((time) => time - delay);
}
