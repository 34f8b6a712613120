import { spawn } from 'node:child_process';
import { driverProcess, type DriverProcessPorts } from '../node/driver-process.ts';
import type { LaunchDriver } from '../surfaces/driver-ports.ts';

export function driverIn(program: string, ports: DriverProcessPorts, flags: string[] = []): LaunchDriver {
  return (on) => {
    // A separate process group, so that Ctrl-C reaches only the desk. If the desk is killed, the closed channel ends
    // the driver.
    const child = spawn(process.execPath, [...flags, program], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Keeps key pictures as bytes, as under Electron.
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
      // A dead driver ignores messages; `exited` reports its end.
      send: (message: object) => void child.send(message, () => undefined),
      stderr: child.stderr,
      exited,
      kill: () => void child.kill('SIGKILL'),
    };
    return driverProcess(started, ports, on);
  };
}
