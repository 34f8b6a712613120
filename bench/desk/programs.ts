import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Received, Told } from './stand-in.ts';

/** The stand-in of a service, in a process of its own. */
export interface StandIn {
  port: number;
  /** Let each answer wait so long (ms) from now on. */
  answerAfter(milliseconds: number): void;
  /** What it received since it was asked before. */
  report(): Promise<Received[]>;
  kill(): Promise<void>;
}

/** Start it with so many sub-compositions in each of its apps. */
export async function startStandIn(subCompositions: number): Promise<StandIn> {
  const { child, first } = await started('stand-in.ts', [String(subCompositions)]);
  const tell = (told: Told): void => void child.send(told);
  return {
    port: first as number,
    answerAfter: (answersAfter) => tell({ answersAfter }),
    report: async () => {
      const reported = once(child, 'message');
      tell('report');
      const [received] = (await reported) as [Received[]];
      return received;
    },
    kill: () => ended(child),
  };
}

/** Start a program of this folder, which says something when it is ready; gives what it said. */
export async function started(
  program: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; first: unknown }> {
  const child = fork(join(import.meta.dirname, program), args, { execArgv: [] });
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${program} ended before it was ready.`);
  });
  const [first] = (await Promise.race([once(child, 'message'), gone])) as [unknown];
  gone.catch(() => undefined);
  return { child, first };
}

/** End such a program. */
export async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
