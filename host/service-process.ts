import { type ChildProcess, spawn } from 'node:child_process';
import { serviceEnvironment, serviceProcess } from '../node/service-output.ts';
import type { LaunchService } from '../desk/ports.ts';
import { places } from './places.ts';

/** How long (ms) the service may take to end after a request to do so. */
const patience = 5_000;

/** Starts the embedded service as a child process, with its data in `directory`. `log` receives its stderr. */
export function serviceIn(directory: string, log: (line: string) => void): LaunchService {
  return ({ port, mediaPort }) => {
    const base = ['--port', String(port), '--media-port', String(mediaPort), '--data', directory];
    // The log gets its stderr, and a password does not belong there.
    const flags = [...base, '--seed', 'demo', '--exit-on-stdin-close', '--keep-password'];
    // In a process group of its own, Ctrl-C reaches only the desk, and the desk ends the service. If the desk is
    // killed, its stdin closes and ends the service.
    const child = spawn(process.execPath, [places.service, ...flags], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: serviceEnvironment(process.env),
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    // A dead service cannot be asked to end. Writing to it then is no fault of the desk.
    child.stdin.on('error', () => undefined);
    const end = (): void => {
      stop(child);
    };
    return serviceProcess({ stdout: child.stdout, stderr: child.stderr, exited: exited(child), stop: end }, log);
  };
}

function exited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(`The service could not be started: ${error.message}`);
    });
    child.once('exit', (code, signal) => {
      resolve(`The service ended with ${signal === null ? `exit code ${String(code)}` : signal}.`);
    });
  });
}

function stop(child: ChildProcess): void {
  child.stdin?.end();
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), patience);
  child.once('exit', () => {
    clearTimeout(force);
  });
}
