import { createInterface } from 'node:readline';
import { beatsEvery, DriverSays, type DriverDoes } from '../contract/devices/driver.ts';
import type { DriverHandlers, DriverProcess } from '../surfaces/driver-ports.ts';
import type { Log } from '../desk/ports.ts';
import type { Clock } from '../contract/clock.ts';

/** A started driver program, however its shell starts programs. */
export interface StartedDriver {
  /** What it says, unchecked. */
  onMessage(takes: (message: unknown) => void): void;
  send(message: DriverDoes): void;
  stderr: NodeJS.ReadableStream | null;
  /** Resolves with how it ended, as a sentence. Never rejects. */
  exited: Promise<string>;
  /** Ends it at once. */
  kill(): void;
}

/** What all drivers of a shell need. */
export interface DriverProcessPorts {
  /** The name of the driver in the log: `midi`. */
  name: string;
  clock: Pick<Clock, 'after' | 'monotonic'>;
  log: Pick<Log, 'write'>;
}

/** How long (ms) a driver may take to end. */
const patience = 2_000;
/** The most different lines of stderr that are logged. Native code says the same again and again. */
const mostLines = 100;

/** The desk's view of a started driver program. */
export function driverProcess(
  program: StartedDriver,
  { clock, log, name }: DriverProcessPorts,
  on: DriverHandlers,
): DriverProcess {
  // Both are the system's monotonic clock (`process.hrtime`), counted from different starts.
  const ahead = Number(process.hrtime.bigint()) / 1e6 - clock.monotonic();
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
      log.write({ level: 'error', where: name, message: 'The driver said what no driver says.', fields });
    } else if (isHeard) {
      on.says(said.data.say === 'bytes' ? { ...said.data, at: said.data.at - ahead } : said.data);
    }
  });
  if (program.stderr) logLines(program.stderr, (message) => log.write({ level: 'debug', where: name, message }));
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

/** RtMidi and the libraries below it write to stderr what the driver says in a sentence. It is kept for support. */
function logLines(stderr: NodeJS.ReadableStream, log: (line: string) => void): void {
  const known = new Set<string>();
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.trim() === '' || known.has(line) || known.size >= mostLines) return;
    known.add(line);
    log(line);
  });
}
