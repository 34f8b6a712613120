import { statfs } from 'node:fs/promises';
import { arch, availableParallelism, cpus, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os';
import type { SupportPort } from '../ports.ts';
import type { ProgramLog } from './program-log.ts';

const mebibyte = 1024 * 1024;

/**
 * What this machine and this program report for support. `data`: the desk's data directory; `version`: the desk's
 * version.
 */
export function supportFacts(facts: { version: string; data: string; log: ProgramLog }): SupportPort {
  return {
    versions: () => {
      const { node, v8, electron, chrome } = process.versions;
      return { desk: facts.version, node, v8, ...(electron && { electron }), ...(chrome && { chrome }) };
    },
    environment: async () => {
      // The bundle leaves the room on the disk out if the file system does not report it.
      const disk = await statfs(facts.data).catch(() => undefined);
      const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return {
        system: `${platform()} ${release()} ${arch()}`,
        processor: cpus()[0]?.model ?? '',
        processors: availableParallelism(),
        load: loadavg(),
        memory: { totalMiB: Math.round(totalmem() / mebibyte), freeMiB: Math.round(freemem() / mebibyte) },
        desk: {
          residentMiB: Math.round(process.memoryUsage.rss() / mebibyte),
          upSeconds: Math.round(process.uptime()),
        },
        disk: disk && { totalMiB: mebibytes(disk.blocks, disk), freeMiB: mebibytes(disk.bavail, disk) },
        upSeconds: Math.round(uptime()),
        locale,
        timeZone,
      };
    },
    log: facts.log.lines,
  };
}

function mebibytes(blocks: number, { bsize }: { bsize: number }): number {
  return Math.round((blocks * bsize) / mebibyte);
}
