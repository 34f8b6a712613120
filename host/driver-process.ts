import { spawn } from 'node:child_process';
import { driverProcess, type DriverProcessPorts } from '../node/driver-process.ts';
import type { LaunchDriver } from '../surfaces/driver-ports.ts';

/** Starts a driver program as a child process. `flags` are for Node. */
export function driverIn(program: string, ports: DriverProcessPorts, flags: string[] = []): LaunchDriver {
  return (on) => {
    // In a process group of its own, Ctrl-C reaches only the desk, and the desk ends the driver. If the desk is killed, the
    // channel closes and ends the driver.
    const child = spawn(process.execPath, [...flags, program], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Pictures of keys stay bytes, as they do under Electron.
      serialization: 'advanced',
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const exited = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`The driver could not be started: ${error.message}`));
      child.once('exit', (code, signal) => resolve(`The driver ended with ${signal ?? `exit code ${String(code)}`}.`));
    });
    const started = {
      onMessage: (takes: (message: unknown) => void) => void child.on('message', takes),
      // A dead driver takes nothing. That it is dead is told by `exited`.
      send: (message: object) => void child.send(message, () => undefined),
      stderr: child.stderr,
      exited,
      kill: () => void child.kill('SIGKILL'),
    };
    return driverProcess(started, ports, on);
  };
}
