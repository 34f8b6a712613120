import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { JobThread, usualJobLimits } from '../../../service/jobs/job-thread.ts';
import { contentOf } from '../../../scene/content/content.ts';
import { packageOf } from '../../kit/scene/ograf-packages.ts';
import { apiClient, basic } from '../../kit/service/api-client.ts';
import { hostileContent } from '../../kit/service/hostile.ts';
import { smallShow } from '../../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

// Everything that takes as long as a client wants is done beside the show. While the service waits for the result of such
// work, it takes an update and answers it: the result is held back here until then.

let service: SmallService;
// However busy the machine is, no work is given up here.
const jobLimits = { ...usualJobLimits, deadline: 3_600_000 };
beforeAll(async () => (service = await startSmallService({ jobLimits })));
afterAll(() => service.close());

const MiB = 1024 * 1024;
const json = (content: unknown): string => JSON.stringify(content);
/** A JPEG of segments without end, none of which is a picture. */
const endlessPicture = (size: number): Uint8Array => new Uint8Array(size).fill(0xff).fill(0xd8, 1, 2);

const send = async (method: string, path: string, body: string | FormData): Promise<number> => {
  const headers = { authorization: basic(service.account), connection: 'close' };
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const response = await fetch(service.url + path, { method, body, headers: { ...headers, ...type } });
  await response.arrayBuffer();
  return response.status;
};
const form = (bytes: Uint8Array): FormData => {
  const data = new FormData();
  data.append('file', new Blob([Uint8Array.from(bytes)]), 'file');
  return data;
};
const put = (content: unknown) => send('PUT', '/apiv1/compositions/1/content', json(content));

/** A content with this in it, of more than 7 MiB. */
const padded = (more: object) => ({ ...contentOf(smallShow), ...more, padding: ' '.repeat(3 * MiB) });
const entries = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'In']));

describe.each<[string, () => Promise<number>, number]>([
  ['a content of expressions only', () => put(hostileContent(7 * MiB)), 400],
  ['a content with as many expressions as it may have', () => put(hostileContent(490_000)), 200],
  ['a content with as many values as it may have', () => put(padded({ compositionStates: entries(300_000) })), 400],
  [
    'a content to be checked',
    () => send('POST', '/apiv1/content/check', json(padded({ compositionStates: entries(300_000) }))),
    200,
  ],
  ['the load of a content', () => send('PUT', '/apiv1/appinstances/1/composition', json({ refId: '1' })), 200],
  [
    'the load of the present content by a token',
    () => send('POST', `${new URL(service.app).pathname}/command`, json({ action: 'RefreshComposition' })),
    200,
  ],
  [
    'a new app instance',
    async () => {
      const found = await apiClient(service, service.account).get('/apiv1/dashboard/folder?path=/');
      const [folder] = found.body as string[];
      const template = { apptemplate_id: '57', apptemplate_version_status: 'published' };
      const app = { folder, name: 'Other', ...template, compositionList: [{ name: 'Show', refId: '1' }] };
      return send('POST', '/apiv1/appinstances', json(app));
    },
    200,
  ],
  ['a picture', () => send('PUT', '/apiv1/compositions/1/thumbnail', form(endlessPicture(10 * MiB))), 500],
  ['an upload', () => send('POST', '/apiv1/assets', form(endlessPicture(63 * MiB))), 400],
  [
    'a package of tags that never end',
    async () => {
      const zip = new ZipFile();
      const files = packageOf('export default class extends HTMLElement {}');
      for (const [path, text] of Object.entries({ ...files, 'a.html': '<script '.repeat(MiB) })) {
        zip.addBuffer(Buffer.from(text), path, { compress: false });
      }
      zip.end();
      return send('POST', '/apiv1/graphics', form(await buffer(zip.outputStream)));
    },
    200,
  ],
])('while the service works on %s', (_, ask, status) => {
  it('it takes an update of a show and answers it', async () => {
    const order: string[] = [];
    const run = JobThread.prototype.run;
    const held = vi.spyOn(JobThread.prototype, 'run').mockImplementation(async function (this: JobThread, ...given) {
      const job = run.apply(this, given);
      const update = [{ subCompositionName: 'Home', payload: { goals: 1 } }];
      const answered = await apiClient(service).patch(`${new URL(service.app).pathname}/control`, update);
      order.push(`update ${answered.status}`);
      return job;
    });
    try {
      order.push(`work ${await ask()}`);
    } finally {
      held.mockRestore();
    }
    expect([...new Set(order)]).toEqual(['update 200', `work ${status}`]);
  });
});
