import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyLine } from '../../../contract/service-api/live-channel.ts';
import { accountFile } from '../../../node/secret-file.ts';
import type { ConnectionPort } from '../../../desk/ports.ts';
import { serviceIn } from '../../../host/processes.ts';
import { type RunningDesk, startDesk } from '../desk/running-desk.ts';

/** A real desk on a real embedded service with the demo show, and one screen that watches it. */
export interface RunningShow extends Omit<RunningDesk, 'connect'> {
  ready: ReadyLine;
}

/** Start a show in a directory of its own; `watched` may stand between the desk and its service. */
export async function startShow(watched?: (real: ConnectionPort) => ConnectionPort): Promise<RunningShow> {
  const directory = mkdtempSync(join(tmpdir(), 'overlay-show-'));
  const own = join(directory, 'service');
  const launched = Promise.withResolvers<ReadyLine>();
  const launch = serviceIn(own, () => undefined);
  const desk = await startDesk({
    ...(watched && { watched }),
    launch: (request) => {
      const process = launch(request);
      process.ready.then(launched.resolve, launched.reject);
      return process;
    },
    accountFile: accountFile(own),
    data: directory,
  });
  await desk.until(({ apps }) => apps[0]?.connection.status === 'live');
  return {
    ...desk,
    ready: await launched.promise,
    close: async () => {
      await desk.close();
      rmSync(directory, { recursive: true });
    },
  };
}
