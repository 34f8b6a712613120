import { readdirSync, readFileSync } from 'node:fs';
import type { HostProgram } from './host-program.ts';

/** The process of the embedded service: the child of the host that runs its program. */
export function servicePid(host: HostProgram): number {
  const isService = (pid: string): boolean => {
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return parent === String(host.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('service/main');
    } catch {
      return false; // It ended while it was looked at.
    }
  };
  const pid = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find(isService);
  if (pid === undefined) throw new Error('The host has no service process.');
  return Number(pid);
}
