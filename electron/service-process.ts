import { PassThrough } from 'node:stream';
import { type UtilityProcess, utilityProcess } from 'electron';
import { serviceEnvironment, serviceProcess } from '../node/service-output.ts';
import type { LaunchService } from '../desk/ports.ts';

export interface ServiceFiles {
  /** The built service program. */
  program: string;
  /** Where the service keeps its data. */
  data: string;
  /** The folder of the built on-air page. */
  outputPage: string;
}

/**
 * Starts the embedded service in a utility process. It lives and dies with the app, and never shares the thread that
 * handles key presses. `log` receives its stderr, line by line.
 */
export function serviceLauncher(files: ServiceFiles, log: (line: string) => void): LaunchService {
  return ({ port, mediaPort }) => {
    const ports = ['--port', String(port), '--media-port', String(mediaPort)];
    const base = [...ports, '--data', files.data, '--output-page', files.outputPage];
    // The log gets its stderr, and a password does not belong there.
    const flags = [...base, '--seed', 'demo', '--keep-password'];
    const child = utilityProcess.fork(files.program, flags, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: serviceEnvironment(process.env),
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
 * Everything that the process writes, to the last byte. Electron removes every listener from its streams when the
 * process exits, while its last lines may still be under way. The listeners are added again after that.
 */
export function whole(child: UtilityProcess, name: 'stdout' | 'stderr'): PassThrough {
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
