import { afterEach, describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../contract/errors.ts';
import { jobs } from '../../../service/jobs/jobs.ts';
import { JobThread, usualJobLimits } from '../../../service/jobs/job-thread.ts';
import { contentOf } from '../../../scene/content/content.ts';
import { defaultLimits } from '../../../service/http/network-terms.ts';
import { pictures } from '../../kit/picture/pictures.ts';
import { hostileContent } from '../../kit/service/hostile.ts';
import { smallShow } from '../../kit/service/small-show.ts';

let thread: JobThread;
let logged: unknown[];
afterEach(() => thread.close());

function started(limits: Partial<typeof usualJobLimits> = {}): void {
  logged = [];
  const log = (_message: string, fields?: object): void => void logged.push(fields);
  thread = new JobThread({ info: log, warn: log, error: log }, { ...usualJobLimits, ...limits });
}
const bytesOf = (content: unknown) => new TextEncoder().encode(JSON.stringify(content));
const small = () => ({ file: bytesOf(contentOf(smallShow)) });
const body = (bytes: Uint8Array) => ({ bytes, limits: defaultLimits });
const refusal = async (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'accepted',
    (thrown: unknown) => {
      const { code, details } = thrown as OverlayError;
      return [code, details];
    },
  );

describe('a job', () => {
  it('gives what the same work gives here, and refuses with the same details', async () => {
    started();
    const content = contentOf(smallShow);
    expect(await thread.run('composition', small(), 1)).toEqual(jobs.composition(small()));
    expect(await thread.run('content', body(bytesOf(content)), 1)).toBe(undefined);
    expect(await refusal(thread.run('content', body(bytesOf({ ...content, mainComposition: 'x' })), 1))).toEqual([
      'body-invalid',
      expect.arrayContaining([{ path: 'mainComposition', message: 'there is no composition with this id' }]),
    ]);
    expect(await refusal(thread.run('graphic', { file: bytesOf('no zip') }, 1))).toEqual([
      'graphic-refused',
      expect.anything(),
    ]);
  });

  it('is handed a file, and hands it back', async () => {
    started();
    const file = new Uint8Array(pictures.png);
    const { header, file: back } = await thread.run('picture', { file }, 1);
    expect([header?.mediaType, file.byteLength, Buffer.from(back).equals(pictures.png)]).toEqual([
      'image/png',
      0,
      true,
    ]);
  });

  it('that fails by a mistake of the program says where', async () => {
    started();
    await expect(thread.run('subCompositions', { file: bytesOf(null) }, 1)).rejects.toThrow(
      /^A job in a thread of its own failed: TypeError[^]*content\.ts/,
    );
  });

  it('that takes too long is ended, and the next one gets a thread of its own', async () => {
    started({ deadline: 1 });
    const long = bytesOf(hostileContent(490_000));
    expect(await refusal(thread.run('content', body(long), 7))).toEqual(['too-costly', []]);
    expect(logged).toEqual([{ what: 'time', job: 'content', account: 7 }]);
    await thread.close();
    started();
    expect(await thread.run('composition', small(), 1)).toEqual(jobs.composition(small()));
  });

  it('that takes too much memory is ended, and the service goes on with the next one', async () => {
    started({ heap: 64 });
    // Each of these numbers is no command, which the check explains at length.
    const commands = Array.from({ length: 450_000 }, () => 1);
    const large = bytesOf({ ...contentOf(smallShow), command: { commands, id: 0 } });
    const [first, second] = [refusal(thread.run('content', body(large), 7)), thread.run('composition', small(), 1)];
    expect([await first, await second, logged]).toEqual([
      ['too-costly', []],
      jobs.composition(small()),
      [{ what: 'memory', job: 'content', account: 7 }],
    ]);
  });

  it('of an account that has many waiting is refused, and so is each one when the service stops', async () => {
    started();
    const runs = Array.from({ length: 10 }, () => refusal(thread.run('composition', small(), 1)));
    const other = refusal(thread.run('composition', small(), 2));
    await thread.close();
    const after = refusal(thread.run('composition', small(), 2));
    const stopped = ['not-ready', []];
    expect(await Promise.all([...runs, other, after])).toEqual([
      ...Array.from({ length: 9 }, () => stopped),
      ['too-many', []],
      stopped,
      stopped,
    ]);
  });
});
