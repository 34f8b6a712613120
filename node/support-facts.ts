import { statfs } from 'node:fs/promises';
import { arch, availableParallelism, cpus, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os';
import type { SupportPort } from '../desk/ports.ts';
import type { ProgramLog } from './program-log.ts';

const mebibyte = 1024 * 1024;

export function supportFacts(facts: { version: string; data: string; log: ProgramLog }): SupportPort {
  const disk = async (): ReturnType<SupportPort['disk']> => {
    // Some file systems do not report free space.
    const found = await statfs(facts.data).catch(() => undefined);
    return found && { totalMiB: mebibytes(found.blocks, found), freeMiB: mebibytes(found.bavail, found) };
  };
  return {
    disk,
    versions: () => {
      const { node, v8, electron, chrome } = process.versions;
      return { desk: facts.version, node, v8, ...(electron && { electron }), ...(chrome && { chrome }) };
    },
    environment: async () => {
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
        disk: await disk(),
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
