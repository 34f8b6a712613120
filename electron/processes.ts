import { PassThrough } from 'node:stream';
import { type UtilityProcess, utilityProcess } from 'electron';
import type { LaunchService } from '../desk/ports.ts';
import { driverProcess, type DriverProcessPorts } from '../node/driver-process.ts';
import { serviceEnvironment, serviceFlags, serviceProcess } from '../node/service-output.ts';
import type { LaunchDriver } from '../surfaces/driver-ports.ts';

/** A utility process, so that the service never shares the thread of key presses. `log` receives stderr by line. */
export function serviceLauncher(
  files: { program: string; data: string; outputPage: string },
  log: (line: string) => void,
): LaunchService {
  return (ports) => {
    const flags = [...serviceFlags(ports, files.data), '--output-page', files.outputPage];
    const child = utilityProcess.fork(files.program, flags, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: serviceEnvironment(process.env),
      serviceName: 'Overlay Desk service',
    });
    child.on('error', (type, location) => log(`The service failed: ${type} at ${location}`));
    const exited = exitCode(child).then((code) => `exit code ${code}`);
    const stop = (): void => void child.kill();
    return serviceProcess({ stdout: whole(child, 'stdout'), stderr: whole(child, 'stderr'), exited, stop }, log);
  };
}

export function driverLauncher(program: string, ports: DriverProcessPorts): LaunchDriver {
  return (on) => {
    const child = utilityProcess.fork(program, [], {
      stdio: ['ignore', 'ignore', 'pipe'],
      serviceName: `Overlay Desk ${ports.name}`,
    });
    child.on('error', (type, location) => {
      ports.log.write({ level: 'error', where: ports.name, message: `The driver failed: ${type} at ${location}` });
    });
    const started = {
      onMessage: (takes: (message: unknown) => void) => void child.on('message', takes),
      send: (message: object) => child.postMessage(message),
      stderr: whole(child, 'stderr'),
      exited: exitCode(child).then((code) => `The driver ended with exit code ${code}.`),
      kill: () => void child.kill(),
    };
    return driverProcess(started, ports, on);
  };
}

function exitCode(child: UtilityProcess): Promise<number> {
  return new Promise((resolve) => child.once('exit', resolve));
}

/**
 * Electron removes all stream listeners at exit, even with data pending. They are added again, so that no output is
 * lost.
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
