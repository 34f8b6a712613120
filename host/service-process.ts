import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serviceProcess } from '../desk/node-ports/service-output.ts';
import type { LaunchService } from '../desk/ports.ts';

const program = fileURLToPath(new URL('../service/main.ts', import.meta.url));
/** How long (ms) the service may take to end when it is asked to. */
const patience = 5_000;

/** Start the embedded service, with its data in `directory`, as a child process whose stderr goes to `log`. */
export function serviceIn(directory: string, log: (line: string) => void): LaunchService {
  return ({ port, mediaPort }) => {
    const place = ['--port', String(port), '--media-port', String(mediaPort), '--data', directory];
    // Its stderr goes into a log, where no password belongs.
    const flags = [...place, '--seed', 'demo', '--exit-on-stdin-close', '--keep-password'];
    // In a group of its own, so that Ctrl-C reaches the desk alone, and the desk ends the service. Where the desk is
    // killed, the closing of stdin ends it.
    const child = spawn(process.execPath, [program, ...flags], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    // A service that died cannot be asked to end; writing to it then is no fault of the desk.
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
