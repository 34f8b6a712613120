import { type ChildProcess, spawn } from 'node:child_process';
import { serviceEnvironment, serviceProcess } from '../node/service-output.ts';
import type { LaunchService } from '../desk/ports.ts';
import { places } from './places.ts';

/** Milliseconds. */
const patience = 5_000;

export function serviceIn(directory: string, log: (line: string) => void): LaunchService {
  return ({ port, mediaPort }) => {
    const base = ['--port', String(port), '--media-port', String(mediaPort), '--data', directory];
    // stderr goes to the log, where a password does not belong.
    const flags = [...base, '--seed', 'demo', '--exit-on-stdin-close', '--keep-password'];
    // A separate process group, so that Ctrl-C reaches only the desk. If the desk is killed, the closed stdin ends the
    // service.
    const child = spawn(process.execPath, [places.service, ...flags], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: serviceEnvironment(process.env),
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
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
