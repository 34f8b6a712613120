import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { contentOf } from '../../../scene/content/content.ts';
import { packageOf } from '../scene/ograf-packages.ts';
import { type Account, apiClient, basic } from './api-client.ts';
import { hostileContent } from './hostile.ts';
import { smallShow } from './small-show.ts';

/** A service with the small show, whose app instance and composition have the number 1. */
export interface HostileTarget {
  url: string;
  account: Account;
  token: string;
}

/** A request that takes as long as its client wants, of the largest size that is allowed. */
export interface HostileRequest {
  what: string;
  /** What the service answers. */
  status: number;
  /** Sends it. Gives the status of the answer. */
  ask(target: HostileTarget): Promise<number>;
}

const MiB = 1024 * 1024;
/** A JPEG of segments without end, none of which is a picture. */
const endlessPicture = (size: number): Uint8Array => new Uint8Array(size).fill(0xff).fill(0xd8, 1, 2);
/** A content with this in it, of more than 7 MiB. */
const padded = (more: object) => ({ ...contentOf(smallShow), ...more, padding: ' '.repeat(3 * MiB) });
const entries = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'In']));

/** A request of the first account. */
function asked(method: string, path: string, body: () => unknown): HostileRequest['ask'] {
  return async ({ url, account }) => {
    const sent = await body();
    const type = sent instanceof FormData ? {} : { 'content-type': 'application/json' };
    const headers = { authorization: basic(account), connection: 'close', ...type };
    const response = await fetch(url + path, {
      ...{ method, headers },
      body: sent instanceof FormData ? sent : JSON.stringify(sent),
    });
    await response.arrayBuffer();
    return response.status;
  };
}

function form(bytes: Uint8Array): FormData {
  const data = new FormData();
  data.append('file', new Blob([Uint8Array.from(bytes)]), 'file');
  return data;
}

const put = (content: () => unknown): HostileRequest['ask'] => asked('PUT', '/apiv1/compositions/1/content', content);

/** One of each kind. Those that store a content leave it there for those after them. */
export const hostileRequests: readonly HostileRequest[] = [
  { what: 'a content of expressions only', status: 400, ask: put(() => hostileContent(7 * MiB)) },
  {
    what: 'a content with as many expressions as it may have',
    status: 200,
    ask: put(() => hostileContent(490_000)),
  },
  {
    what: 'a content with as many values as it may have',
    status: 400,
    ask: put(() => padded({ compositionStates: entries(300_000) })),
  },
  {
    what: 'a content to be checked',
    status: 200,
    ask: asked('POST', '/apiv1/content/check', () => padded({ compositionStates: entries(300_000) })),
  },
  {
    what: 'the load of a content',
    status: 200,
    ask: asked('PUT', '/apiv1/appinstances/1/composition', () => ({ refId: '1' })),
  },
  {
    what: 'the load of the present content by a token',
    status: 200,
    ask: (target) =>
      asked('POST', `/apiv2/controlapps/${target.token}/command`, () => ({ action: 'RefreshComposition' }))(target),
  },
  {
    what: 'a new app instance',
    status: 200,
    ask: async (target) => {
      const found = await apiClient(target, target.account).get('/apiv1/dashboard/folder?path=/');
      const [folder] = found.body as string[];
      const template = { apptemplate_id: '57', apptemplate_version_status: 'published' };
      const app = { folder, name: 'Other', ...template, compositionList: [{ name: 'Show', refId: '1' }] };
      return asked('POST', '/apiv1/appinstances', () => app)(target);
    },
  },
  {
    what: 'a picture',
    status: 500,
    ask: asked('PUT', '/apiv1/compositions/1/thumbnail', () => form(endlessPicture(10 * MiB))),
  },
  { what: 'an upload', status: 400, ask: asked('POST', '/apiv1/assets', () => form(endlessPicture(63 * MiB))) },
  {
    what: 'a package of tags that never end',
    status: 200,
    ask: asked('POST', '/apiv1/graphics', async () => {
      const zip = new ZipFile();
      const files = packageOf('export default class extends HTMLElement {}');
      for (const [path, text] of Object.entries({ ...files, 'a.html': '<script '.repeat(MiB) })) {
        zip.addBuffer(Buffer.from(text), path, { compress: false });
      }
      zip.end();
      return form(await buffer(zip.outputStream));
    }),
  },
];
