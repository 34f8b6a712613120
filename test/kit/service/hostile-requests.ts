import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { contentOf } from '../../../scene/content/content.ts';
import { defaultLimits } from '../../../service/http/network-terms.ts';
import { packageOf } from '../scene/ograf-packages.ts';
import { type Account, apiClient, basic } from './api-client.ts';
import { crowdedContent, hostileContent } from './hostile.ts';
import type { Sent } from './sender.ts';
import { ids, smallShow } from './small-show.ts';

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
  /** Makes it for a service. */
  made(target: HostileTarget): Sent | Promise<Sent>;
}

type Made = HostileRequest['made'];

const MiB = 1024 * 1024;
const { maxUpdate, maxItems, maxFields, maxOutputs, maxLongValue, maxUpload, maxDescription } = defaultLimits;
/** The largest body that is read on the event loop. */
const atOnce = 64 * 1024;
/** A JPEG of segments without end, none of which is a picture. */
const endlessPicture = (size: number): Uint8Array => new Uint8Array(size).fill(0xff).fill(0xd8, 1, 2);
const numbered = <One>(count: number, one: (n: number) => One): One[] =>
  Array.from({ length: count }, (_, n) => one(n));
const entries = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(numbered(count, (n) => [`k${n}`, value]));
/** A content with this in it, of more than 7 MiB. */
const padded = (more: object) => ({ ...contentOf(smallShow), ...more, padding: ' '.repeat(3 * MiB) });

/** A request of the first account. */
const asked =
  (method: string, path: string, body: (target: HostileTarget) => unknown, headers = {}): Made =>
  async (target) => {
    const given = await body(target);
    const isRaw = typeof given === 'string' || given instanceof Uint8Array;
    const response = new Response(
      given instanceof FormData ? given : isRaw ? Uint8Array.from(Buffer.from(given)) : JSON.stringify(given),
    );
    const type = given instanceof FormData ? (response.headers.get('content-type') ?? '') : 'application/json';
    return {
      method,
      url: target.url + path,
      headers: { authorization: basic(target.account), 'content-type': type, ...headers },
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };

/** A multipart form as it is written. */
const rawForm = (path: string, bytes: () => Buffer): Made =>
  asked('POST', path, bytes, { 'content-type': 'multipart/form-data; boundary=B' });
const partHead = (name: string): string => `--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;

function form(bytes: Uint8Array): FormData {
  const data = new FormData();
  data.append('file', new Blob([Uint8Array.from(bytes)]), 'file');
  return data;
}

const put = (content: () => unknown): Made => asked('PUT', '/apiv1/compositions/1/content', content);

/** An update of the second generation, and one of the first. */
const patch = (items: () => unknown, headers = {}): Made => {
  return (target) => asked('PATCH', `/apiv2/controlapps/${target.token}/control`, items, headers)(target);
};
const control = (items: () => unknown): Made => asked('PUT', '/apiv1/appinstances/1/control', items);

async function newApp(target: HostileTarget, more: object): Promise<object> {
  const found = await apiClient(target, target.account).get('/apiv1/dashboard/folder?path=/');
  const [folder] = found.body as string[];
  return { folder, name: 'Other', apptemplate_id: '57', apptemplate_version_status: 'published', ...more };
}

const goal = { subCompositionId: ids.home, payload: { goals: 1 } };
const wrong = { compositionName: 'Home', animation: { action: 'x', to: 'y' }, controlNode: { payload: 5 } };
/** JSON of many names, which takes longer to read than any other of its length. */
const names = (length: number) => entries(Math.floor(length / 12), 1);
const rows = (value: unknown) => ({ subCompositionId: ids.title, payload: { rows: value } });

const updates: readonly HostileRequest[] = [
  { what: 'an update of as many items as it may have', status: 200, made: patch(() => numbered(maxItems, () => goal)) },
  {
    what: 'an update of as many unknown names as it may have',
    status: 400,
    made: patch(() => numbered(maxItems, (n) => ({ subCompositionName: `é${'x'.repeat(300)}${n}`, state: 'In' }))),
  },
  {
    what: 'an update of as many unknown fields as it may have',
    status: 200,
    made: patch(() => [{ ...goal, state: 'In', payload: entries(maxFields, 1) }]),
  },
  {
    what: 'a strict one',
    status: 400,
    made: patch(() => [{ ...goal, payload: entries(maxFields, 1) }], { prefer: 'handling=strict' }),
  },
  {
    what: 'an update with more fields than it may have',
    status: 413,
    made: patch(() => [{ ...goal, payload: entries(300_000, 1) }]),
  },
  {
    what: 'JSON of many names, as objects',
    status: 200,
    made: patch(() => numbered(3, () => rows(names(0.9 * maxLongValue)))),
  },
  {
    what: 'JSON of many names, as texts',
    status: 200,
    made: patch(() => numbered(2, () => rows(JSON.stringify(names(0.9 * maxLongValue))))),
  },
  {
    what: 'texts of line breaks',
    status: 200,
    made: patch(() =>
      numbered(2, () => ({ subCompositionId: ids.lowerThird, payload: { line2: 'é\r\n'.repeat(maxLongValue / 4) } })),
    ),
  },
  {
    what: 'one-line texts that are far too long',
    status: 400,
    made: patch(() =>
      numbered(2, () => ({ subCompositionId: ids.lowerThird, payload: { line1: '\n'.repeat(maxUpdate / 5) } })),
    ),
  },
  { what: 'an update of spaces', status: 200, made: patch(() => `[${' '.repeat(maxUpdate - 2)}]`) },
  { what: 'an update of brackets', status: 400, made: patch(() => '['.repeat(maxUpdate)) },
  {
    what: 'an update that is packed',
    status: 200,
    made: patch(() => gzipSync(JSON.stringify(numbered(maxItems, () => goal))), { 'content-encoding': 'gzip' }),
  },
  { what: 'wrong items of the first generation', status: 400, made: control(() => numbered(maxItems, () => wrong)) },
  {
    what: 'an update with unknown fields that is small',
    status: 200,
    made: patch(() => [{ ...goal, state: 'In', payload: entries(atOnce / 12, 1) }]),
  },
  {
    what: 'an update with JSON of many names that is small',
    status: 200,
    made: patch(() => [rows(names(atOnce - 200))]),
  },
  {
    what: 'wrong items of the first generation that are few',
    status: 400,
    made: control(() => numbered(atOnce / 100, () => wrong)),
  },
  { what: 'items that are nothing', status: 200, made: patch(() => numbered(maxItems, () => ({}))) },
];

const others: readonly HostileRequest[] = [
  {
    what: 'a new app instance of as many outputs and compositions as it may have',
    status: 200,
    made: asked('POST', '/apiv1/appinstances', (target) =>
      newApp(target, {
        outputList: numbered(maxOutputs, (n) => ({ Name: `Output ${n}`, defaultComposition: 0 })),
        compositionList: numbered(maxOutputs, () => ({ refId: '1' })),
      }),
    ),
  },
  {
    what: 'a new app instance of more',
    status: 413,
    made: asked('POST', '/apiv1/appinstances', (target) =>
      newApp(target, { compositionList: numbered(4_000, () => ({ refId: '9' })) }),
    ),
  },
  { what: 'the list of app instances', status: 200, made: asked('GET', '/apiv1/appinstances', () => '') },
  {
    what: 'a revision with the longest description',
    status: 200,
    made: asked('POST', '/apiv1/compositions/1/revisions', () => ({
      scene_id: 1,
      revision_id: 1,
      description: 'x'.repeat(maxDescription),
    })),
  },
  {
    what: 'a revision with a longer one',
    status: 400,
    made: asked('POST', '/apiv1/compositions/1/revisions', () => ({
      scene_id: 1,
      revision_id: 1,
      description: 'x'.repeat(60_000),
    })),
  },
  { what: 'the list of revisions', status: 200, made: asked('GET', '/apiv1/compositions/1/revisions', () => '') },
  {
    what: 'a form of tiny parts',
    status: 400,
    made: rawForm('/apiv1/assets', () => Buffer.from(`${partHead('a')}x\r\n`.repeat(maxUpload / 60))),
  },
  {
    what: 'a form that seems to end again and again',
    status: 400,
    made: rawForm('/apiv1/assets', () =>
      Buffer.concat([Buffer.from(partHead('file')), Buffer.alloc(maxUpload, '\r\n--'), Buffer.from('\r\n--B--\r\n')]),
    ),
  },
];

/** All that loads the content that the composition has by then. */
const loadsOf = (content: string): HostileRequest[] => [
  {
    what: `the load of ${content}`,
    status: 200,
    made: asked('PUT', '/apiv1/appinstances/1/composition', () => ({ refId: '1' })),
  },
  {
    what: `the load of ${content} by a token`,
    status: 200,
    made: (target) =>
      asked('POST', `/apiv2/controlapps/${target.token}/command`, () => ({ action: 'RefreshComposition' }))(target),
  },
  {
    what: `a new app instance with ${content}`,
    status: 200,
    made: asked('POST', '/apiv1/appinstances', (target) =>
      newApp(target, { compositionList: [{ name: 'Show', refId: '1' }] }),
    ),
  },
];

/** One of each kind that is done in a thread of its own. Those that store a content leave it there for those after them. */
const work: readonly HostileRequest[] = [
  { what: 'a content of expressions only', status: 400, made: put(() => hostileContent(7 * MiB)) },
  { what: 'a content with as many expressions as it may have', status: 200, made: put(() => hostileContent(490_000)) },
  {
    what: 'a content with as many values as it may have',
    status: 400,
    made: put(() => padded({ compositionStates: entries(300_000, 'In') })),
  },
  {
    what: 'a content to be checked',
    status: 200,
    made: asked('POST', '/apiv1/content/check', () => padded({ compositionStates: entries(300_000, 'In') })),
  },
  ...loadsOf('a content of expressions'),
  { what: 'a content of as many elements as it may have', status: 200, made: put(crowdedContent) },
  ...loadsOf('a content of elements'),
  {
    what: 'a picture',
    status: 500,
    made: asked('PUT', '/apiv1/compositions/1/thumbnail', () => form(endlessPicture(10 * MiB))),
  },
  { what: 'an upload', status: 400, made: asked('POST', '/apiv1/assets', () => form(endlessPicture(maxUpload - MiB))) },
  {
    what: 'a package of tags that never end',
    status: 200,
    made: asked('POST', '/apiv1/graphics', async () => {
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

/** Every kind of request with a body, and the lists that grow with what was sent, at their largest. */
export const hostileRequests: readonly HostileRequest[] = [...updates, ...others, ...work];
