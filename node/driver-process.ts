import { texts } from '../contract/texts/texts.ts';
import { createInterface } from 'node:readline';
import { beatsEvery, DriverSays, type DriverDoes } from '../contract/devices/driver.ts';
import type { DriverHandlers, DriverProcess } from '../surfaces/driver-ports.ts';
import type { Log } from '../desk/ports.ts';
import type { Clock } from '../contract/clock.ts';

export interface StartedDriver {
  onMessage(takes: (message: unknown) => void): void;
  send(message: DriverDoes): void;
  stderr: NodeJS.ReadableStream | null;
  /** Resolves with a sentence about the exit. Never rejects. */
  exited: Promise<string>;
  kill(): void;
}

export interface DriverProcessPorts {
  name: string;
  clock: Pick<Clock, 'after' | 'monotonic'>;
  log: Pick<Log, 'write'>;
}

/** Milliseconds for a driver to end. */
const patience = 2_000;
/** Milliseconds in which the loss of messages is one loss. */
const oneLoss = 60_000;
/** RtMidi writes so when a queue of the system is full. Source: `RtMidi.cpp`. */
const loss = /buffer overrun|queue limit reached/;
/** Maximum distinct stderr lines logged: native code repeats itself. */
const mostLines = 100;

export function driverProcess(
  program: StartedDriver,
  { clock, log, name }: DriverProcessPorts,
  on: DriverHandlers,
): DriverProcess {
  const ahead = hrtimeAhead(clock);
  let isHeard = true;
  let force = (): void => undefined;
  let callOff = (): void => undefined;
  const beat = (): void => {
    program.send({ do: 'beat' });
    callOff = clock.after(beatsEvery, beat);
  };
  beat();
  program.onMessage((message) => {
    const said = DriverSays.safeParse(message);
    if (!said.success) {
      const fields = { problem: said.error.message };
      log.write({ level: 'error', where: name, message: texts.threads.strangeDriver, fields });
    } else if (isHeard) on.says(said.data.say === 'bytes' ? { ...said.data, at: said.data.at - ahead } : said.data);
  });
  let lostAt = -Infinity;
  if (program.stderr) {
    readLines(program.stderr, {
      any: (message) => log.write({ level: 'debug', where: name, message }),
      lost(line) {
        if (clock.monotonic() - lostAt < oneLoss) return;
        lostAt = clock.monotonic();
        log.write({ level: 'warn', where: name, message: texts.threads.messagesLost, fields: { line } });
      },
    });
  }
  void program.exited.then((how) => {
    isHeard = false;
    force();
    callOff();
    on.ended(how);
  });
  return {
    do: (message) => program.send(message),
    stop() {
      isHeard = false;
      callOff();
      program.send({ do: 'end' });
      force = clock.after(patience, () => program.kill());
    },
  };
}

/**
 * Milliseconds by which `process.hrtime` is ahead of the clock. Both are the monotonic clock of the system with
 * different zero points. A pause between two readings would move the times of all presses, so the closest pair counts;
 * no press comes from the future.
 */
function hrtimeAhead(clock: Pick<Clock, 'monotonic'>): number {
  const pairs = Array.from({ length: 5 }, () => {
    const before = clock.monotonic();
    const hrtime = Number(process.hrtime.bigint()) / 1e6;
    return { ahead: hrtime - before, apart: clock.monotonic() - before };
  });
  return pairs.reduce((closest, pair) => (pair.apart < closest.apart ? pair : closest)).ahead;
}

/** RtMidi and its libraries repeat on stderr what the driver reports. Kept for support. */
function readLines(stderr: NodeJS.ReadableStream, log: Record<'any' | 'lost', (line: string) => void>): void {
  const known = new Set<string>();
  createInterface({ input: stderr }).on('line', (line) => {
    if (loss.test(line)) return log.lost(line);
    if (line.trim() === '' || known.has(line) || known.size >= mostLines) return;
    known.add(line);
    log.any(line);
  });
}
