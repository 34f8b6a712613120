import { type ChildProcess, spawn } from 'node:child_process';
import type { LaunchService } from '../desk/ports.ts';
import { driverProcess, type DriverProcessPorts } from '../node/driver-process.ts';
import { serviceEnvironment, serviceFlags, serviceProcess } from '../node/service-output.ts';
import type { LaunchDriver } from '../surfaces/driver-ports.ts';
import { places } from './places.ts';

/** Milliseconds for the service to end. */
const patience = 5_000;

/** A separate process group, so that Ctrl-C reaches only the desk. */
const apart = { detached: process.platform !== 'win32', windowsHide: true };

export function serviceIn(directory: string, log: (line: string) => void): LaunchService {
  return (ports) => {
    // If the desk is killed, the closed stdin ends the service.
    const flags = [...serviceFlags(ports, directory), '--exit-on-stdin-close'];
    const child = spawn(process.execPath, [places.service, ...flags], {
      ...apart,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: serviceEnvironment(process.env),
    });
    child.stdin.on('error', () => undefined);
    const { stdout, stderr } = child;
    return serviceProcess({ stdout, stderr, exited: exited(child, 'service'), stop: () => stop(child) }, log);
  };
}

export function driverIn(program: string, ports: DriverProcessPorts, flags: string[] = []): LaunchDriver {
  return (on) => {
    // If the desk is killed, the closed channel ends the driver.
    const child = spawn(process.execPath, [...flags, program], {
      ...apart,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Keeps key pictures as bytes, as under Electron.
      serialization: 'advanced',
    });
    const started = {
      onMessage: (takes: (message: unknown) => void) => void child.on('message', takes),
      // A dead driver ignores messages; `exited` reports its end.
      send: (message: object) => void child.send(message, () => undefined),
      stderr: child.stderr,
      exited: exited(child, 'driver'),
      kill: () => void child.kill('SIGKILL'),
    };
    return driverProcess(started, ports, on);
  };
}

function exited(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`The ${name} could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(`The ${name} ended with ${signal ?? `exit code ${String(code)}`}.`));
  });
}

function stop(child: ChildProcess): void {
  child.stdin?.end();
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), patience);
  child.once('exit', () => clearTimeout(force));
}
