import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { mediaTypeOf as assetTypeOf } from '../domain/asset-kind.ts';
import type { Work } from '../work.ts';
import { keptManifest, networkOf } from '../../scene/ograf/manifest.ts';
import { chunkBytes, type StoredAsset, type StoredGraphic } from '../store/assets.ts';
import type { Store } from '../store/store.ts';
import { answerAsset } from './asset-answer.ts';
import { builtFile, nosniff, type PageSources } from './pages.ts';

type GraphicRequest = FastifyRequest<{
  Params: { id: string; '*': string };
  Querystring: { from?: string; to?: string };
}>;

const framePath = '~frame';
const scriptPath = '~frame.js';

/** Only its own graphic may use a package's file; opened directly, the file can do nothing. */
const inert = { ...nosniff, 'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'" };

export function addGraphicPages(server: FastifyInstance, work: Work, { outputPage }: PageSources): void {
  server.get('/graphics/:id/*', async (request: GraphicRequest, reply) => {
    const graphic = work.store.graphic(request.params.id);
    if (!graphic) throw new OverlayError('id-unknown');
    const path = request.params['*'];
    if (path === framePath) {
      reply.headers(frameHeaders(graphic, request, work)).type('text/html; charset=utf-8');
      return reply.send(framePage(graphic, work));
    }
    if (path === scriptPath) {
      reply.headers({ ...inert, 'cache-control': 'no-cache' }).type(mediaTypeOf(path));
      return reply.send(await builtFile(outputPage, 'graphic-frame.js'));
    }
    const asset = work.store.asset(Object.hasOwn(graphic.files, path) ? (graphic.files[path] ?? '') : '');
    if (!asset) throw new OverlayError('route-unknown');
    const isPage = /\.html?$/i.test(path);
    if (isPage && isFrame(request)) {
      reply.headers(frameHeaders(graphic, request, work)).type(mediaTypeOf(path));
      return reply.send(nestedPage);
    }
    reply.headers(inert);
    const { from, to } = request.query;
    if (isPage && from !== undefined && to !== undefined) {
      return reply.type(mediaTypeOf('.js')).send(textOf(work.store, asset).slice(Number(from), Number(to)));
    }
    reply.type(mediaTypeOf(path)).header('vary', 'accept, sec-fetch-dest');
    return answerAsset({ request, reply }, work.store, asset);
  });
}

function framePage(graphic: StoredGraphic, { terms }: Work): string {
  const { main, manifest } = keptManifest(graphic);
  const network = networkOf(manifest, terms.graphicHosts ?? []).some(({ allowed }) => allowed);
  const address = main.split('/').map(encodeURIComponent).join('/');
  return [
    `<!doctype html><html lang="en" data-main="${escaped(address)}" data-network="${String(network)}">`,
    '<meta charset="utf-8"><title>Graphic</title>',
    '<style>html,body{margin:0;height:100%;overflow:hidden;background:transparent}</style>',
    `<body><script>${firstScript}</script></body></html>\n`,
  ].join('');
}

/** A page of a package is only played in a frame. Browsers say so on trustworthy addresses; elsewhere they say nothing. */
function isFrame({ headers }: FastifyRequest): boolean {
  const { accept = '', 'sec-fetch-dest': destination = 'iframe' } = headers;
  return accept.includes('text/html') && destination === 'iframe';
}

/** With the line ends that a browser reads. */
function textOf(store: Store, { id, length }: StoredAsset): string {
  const chunks = Array.from({ length: Math.ceil(length / chunkBytes) }, (_, n) => store.assetChunk(id, n) ?? []);
  return new TextDecoder().decode(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))).replace(/\r\n?/g, '\n');
}

/**
 * First script in the frame, in pages of the package inside it, and in pages that a graphic writes. Removes peer-to-peer
 * connections, which no policy blocks, then starts the frame's script.
 */
const firstScript = [
  "for (const way of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[way];",
  `document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: location.pathname.replace(/(\\/graphics\\/[^/]+\\/).*/, '$1${scriptPath}') }));`,
].join('');
/** The frame's script fills it from the file (`output/graphic-frame/nested-page.ts`). */
const nestedPage = `<!doctype html><meta charset="utf-8"><body><script>${firstScript}</script></body>\n`;
const firstHash = `'sha256-${createHash('sha256').update(firstScript).digest('base64')}'`;

/**
 * Package code may run and load its package, this address's media and allowed hosts. It has no origin, so no storage or
 * other pages, and cannot leave its frame. A page of the package in a frame of its own has this policy too.
 */
function frameHeaders(graphic: StoredGraphic, request: FastifyRequest, { addresses, terms }: Work) {
  const hosts = [...new Set([`${request.protocol}://${request.headers.host ?? ''}`, addresses.media])];
  const own = hosts.map((host) => `${host}/graphics/${graphic.id}/`).join(' ');
  const media = hosts.map((host) => `${host}/media/`).join(' ');
  const allowed = networkOf(keptManifest(graphic).manifest, terms.graphicHosts ?? []).filter((each) => each.allowed);
  const network = allowed.map(({ origin }) => ` ${origin}`).join('');
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${own} ${firstHash} 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} ${media} data: blob:${network}`,
    `media-src ${own} ${media} data: blob:${network}`,
    `font-src ${own} ${media} data:${network}`,
    `connect-src ${own} data: blob:${network}`,
    'worker-src blob:',
    `frame-src ${own}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  // A second policy runs only scripts that the first script starts; else a `srcdoc` page could restore connections.
  const begun = `script-src ${firstHash} 'strict-dynamic' 'wasm-unsafe-eval'`;
  return {
    'content-security-policy': `${policy.join('; ')}, ${begun}`,
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    // DNS lookups send a message to a name server.
    'x-dns-prefetch-control': 'off',
    ...nosniff,
  };
}

/** Types besides those of {@link assetTypeOf}. */
const mediaTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    js: 'text/javascript; charset=utf-8',
    mjs: 'text/javascript; charset=utf-8',
    cjs: 'text/javascript; charset=utf-8',
    json: 'application/json; charset=utf-8',
    map: 'application/json; charset=utf-8',
    css: 'text/css; charset=utf-8',
    html: 'text/html; charset=utf-8',
    htm: 'text/html; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    xml: 'application/xml; charset=utf-8',
    wasm: 'application/wasm',
    jpg: 'image/jpeg',
    avif: 'image/avif',
    ico: 'image/x-icon',
    woff: 'font/woff',
    m4a: 'audio/mp4',
  }),
);

/** File extensions are trusted, because packages run only inside their frame. */
function mediaTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return mediaTypes.get(extension) ?? assetTypeOf(extension) ?? 'application/octet-stream';
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
