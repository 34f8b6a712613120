import { PassThrough } from 'node:stream';
import { type UtilityProcess, utilityProcess } from 'electron';
import { serviceProcess } from '../desk/node-ports/service-output.ts';
import type { LaunchService } from '../desk/ports.ts';

export interface ServiceFiles {
  /** The built service program. */
  program: string;
  /** Where it keeps its data. */
  data: string;
  /** The folder of the built on-air page. */
  outputPage: string;
}

/**
 * Start the embedded service in a utility process: it lives and dies with the app, and never shares the thread that a key
 * press runs on. What it writes on stderr is handed to `log`, line by line.
 */
export function serviceLauncher(files: ServiceFiles, log: (line: string) => void): LaunchService {
  return ({ port, mediaPort }) => {
    const ports = ['--port', String(port), '--media-port', String(mediaPort)];
    const place = [...ports, '--data', files.data, '--output-page', files.outputPage];
    // Its stderr goes into a log, where no password belongs.
    const flags = [...place, '--seed', 'demo', '--keep-password'];
    const child = utilityProcess.fork(files.program, flags, {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Overlay Desk service',
    });
    child.on('error', (type, location) => {
      log(`The service failed: ${type} at ${location}`);
    });
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code) => {
        resolve(`exit code ${String(code)}`);
      });
    });
    const stop = (): void => void child.kill();
    return serviceProcess({ stdout: whole(child, 'stdout'), stderr: whole(child, 'stderr'), exited, stop }, log);
  };
}

/**
 * All that the process writes, to the last byte. Electron takes every listener off its streams as the process exits, when
 * its last words may still be under way; so they are listened to once more after that.
 */
function whole(child: UtilityProcess, name: 'stdout' | 'stderr'): PassThrough {
  const stream = child[name];
  const all = new PassThrough();
  const listen = (): void => {
    stream?.on('data', (chunk: Buffer) => all.write(chunk));
    stream?.once('end', () => all.end());
  };
  listen();
  child.once('exit', () => {
    setImmediate(() => {
      if (!stream?.readable) all.end();
      else if (stream.listenerCount('data') === 0) listen();
    });
  });
  return all;
}
