import { texts } from '../contract/texts/texts.ts';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { parsedJson } from '../contract/json-text.ts';
import { ReadyLine } from '../contract/service-api/live-channel.ts';
import type { ServiceProcess } from '../desk/ports.ts';

export interface StartedProgram {
  stdout: Readable;
  stderr: Readable;
  /** Resolves with the exit: `exit code 1`. Never rejects. */
  exited: Promise<string>;
  stop(): void;
}

/**
 * Removes account variables meant for another service; with them the desk would get no account of its embedded service.
 */
export function serviceEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { OVERLAY_ADMIN_USER: _, OVERLAY_ADMIN_PASSWORD: __, ...rest } = env;
  return rest;
}

/** Flags of an embedded service. stderr goes to the log, where a password does not belong. */
export function serviceFlags({ port, mediaPort }: { port: number; mediaPort: number }, data: string): string[] {
  const ports = ['--port', String(port), '--media-port', String(mediaPort)];
  return [...ports, '--data', data, '--seed', 'demo', '--keep-password'];
}

const lastLines = 20;

export function serviceProcess(program: StartedProgram, log: (line: string) => void): ServiceProcess {
  const words: string[] = [];
  const stderr = createInterface({ input: program.stderr });
  stderr.on('line', (line) => {
    words.push(saidIn(line));
    if (words.length > lastLines) words.shift();
    log(line);
  });
  const ended = Promise.all([program.exited, once(stderr, 'close')]).then(
    ([how]) => words.filter(Boolean).join('\n') || how,
  );
  const ready = Promise.race([readyLine(program.stdout), ended.then((last) => Promise.reject(new Error(last)))]);
  // The caller of `ready` handles its failure.
  ready.catch(() => undefined);
  return { ready, ended, stop: () => program.stop() };
}

/** What a line of the service's log says to an operator: only its errors, as sentences. Other lines are not of the log. */
function saidIn(line: string): string {
  const logged = LoggedLine.safeParse(parsedJson(line));
  if (!logged.success) return line;
  return logged.data.level === 'error' ? logged.data.message : '';
}

const LoggedLine = z.object({ level: z.string(), message: z.string() });

/** Never settles without a first line; the program's end reports that. */
function readyLine(stdout: Readable): Promise<ReadyLine> {
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      const parsed = ReadyLine.safeParse(parsedJson(line));
      if (parsed.success) resolve(parsed.data);
      else reject(new Error(texts.services.strangeOutput(line.slice(0, 200))));
    });
  });
}
