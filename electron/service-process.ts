import { PassThrough } from 'node:stream';
import { type UtilityProcess, utilityProcess } from 'electron';
import { serviceEnvironment, serviceProcess } from '../node/service-output.ts';
import type { LaunchService } from '../desk/ports.ts';

export interface ServiceFiles {
  program: string;
  data: string;
  outputPage: string;
}

/** A utility process, so that the service never shares the thread of key presses. `log` receives stderr by line. */
export function serviceLauncher(files: ServiceFiles, log: (line: string) => void): LaunchService {
  return ({ port, mediaPort }) => {
    const ports = ['--port', String(port), '--media-port', String(mediaPort)];
    const base = [...ports, '--data', files.data, '--output-page', files.outputPage];
    // stderr goes to the log, where a password does not belong.
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
 * Electron removes all stream listeners at exit, even with data pending. They are added again, so that no output is
 * lost.
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
