import { utilityProcess } from 'electron';
import { driverProcess, type DriverProcessPorts } from '../node/driver-process.ts';
import type { LaunchDriver } from '../surfaces/driver-ports.ts';
import { whole } from './service-process.ts';

export function driverLauncher(program: string, ports: DriverProcessPorts): LaunchDriver {
  return (on) => {
    const child = utilityProcess.fork(program, [], {
      stdio: ['ignore', 'ignore', 'pipe'],
      serviceName: `Overlay Desk ${ports.name}`,
    });
    child.on('error', (type, location) => {
      ports.log.write({ level: 'error', where: ports.name, message: `The driver failed: ${type} at ${location}` });
    });
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code) => resolve(`The driver ended with exit code ${code}.`));
    });
    const started = {
      onMessage: (takes: (message: unknown) => void) => void child.on('message', takes),
      send: (message: object) => child.postMessage(message),
      stderr: whole(child, 'stderr'),
      exited,
      kill: () => void child.kill(),
    };
    return driverProcess(started, ports, on);
  };
}
