import type { z } from 'zod';
import { texts } from '../../contract/texts/texts.ts';
import { type ErrorCode, OverlayError } from '../../contract/errors.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { AppTarget } from '../app/open-app.ts';
import type { Clock } from '../../contract/clock.ts';
import { type EndpointCall, call, withinDeadline } from '../app/link/service-call.ts';
import { type Asset, listAssets, uploadAsset } from '../../contract/service-api/assets.ts';

export interface ContentService {
  /** Used within sentences: `the main`. */
  name: string;
  /** Rejects with the error of the service's answer. */
  call<E extends Endpoint>(
    endpoint: E,
    request: Pick<EndpointCall<E>, 'params' | 'body'>,
  ): Promise<z.infer<E['answer']>>;
  /** Rejects if the media address has no such path. */
  media(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Milliseconds for one call. A content may be large, but no operator waits longer. */
const deadline = 30_000;

type ServiceAddress = Pick<AppTarget, 'base' | 'connection' | 'account'> & { media?: string | undefined };

/** `name` is used within sentences. */
export function contentService(clock: Pick<Clock, 'after'>, name: string, address: ServiceAddress): ContentService {
  const { base, connection, account: readAccount, media = base } = address;
  return {
    name,
    call: async (endpoint, request) => {
      const account = await readAccount?.();
      if (!account) {
        const why = texts.backup.onlyToken(name);
        throw new OverlayError('backup-refused', why);
      }
      return withinDeadline(clock, deadline, async (signal) => {
        const question = { base, endpoint, ...request, account, signal };
        const { answer } = await call(connection, question as unknown as EndpointCall<Endpoint>);
        return answer as never;
      });
    },
    media: (path) =>
      withinDeadline(clock, deadline, async (signal) => {
        const unreachable = (): never => {
          throw new OverlayError('service-unreachable');
        };
        const { status, bytes } = await connection
          .request({ method: 'GET', url: media + path }, signal)
          .catch(unreachable);
        if (status !== 200 || !bytes) throw new OverlayError('id-unknown', texts.backup.missingPath(path, name));
        return bytes;
      }),
  };
}

const lacking: readonly ErrorCode[] = ['route-unknown', 'id-unknown', 'answer-garbage'];

/** For a call that not every service offers: the answer of a service without it. Other errors stay. */
export const ofServiceWithout =
  <Answer>(answer: Answer) =>
  (thrown: unknown): Answer => {
    if (thrown instanceof OverlayError && lacking.includes(thrown.code)) return answer;
    throw thrown;
  };

/** Matches references to uploaded files. The path has the SHA-256, so all services share it. */
const paths = /\/media\/assets\/[0-9a-f]{64}\.\w+/g;

export interface MediaSource {
  names: ReadonlyMap<string, string>;
  /** Rejects with an `OverlayError` if the path has no bytes. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

export async function mediaOf(service: ContentService): Promise<MediaSource> {
  const assets = await listed(service);
  return {
    names: new Map([...assets].map(([path, { name }]) => [path, name])),
    read: (path) => service.media(path),
  };
}

export function mediaIn(named: unknown): string[] {
  return [...new Set(JSON.stringify(named).match(paths))];
}

/** Copies referenced media that the other service lacks. Returns the names of files that failed. */
export async function copyMedia(from: MediaSource, to: ContentService, named: unknown): Promise<string[]> {
  const wanted = mediaIn(named);
  if (wanted.length === 0) return [];
  const there = await listed(to);
  const left: string[] = [];
  for (const path of wanted) {
    if (!there.has(path) && !(await copyOne(path, { from, to }))) left.push(from.names.get(path) ?? path);
  }
  return left;
}

async function listed(service: ContentService): Promise<Map<string, Asset>> {
  const assets = await service.call(listAssets, { params: {} });
  return new Map(assets.map((asset) => [asset.path, asset]));
}

async function copyOne(path: string, { from, to }: { from: MediaSource; to: ContentService }): Promise<boolean> {
  try {
    const file = new File([await from.read(path)], from.names.get(path) ?? path);
    const stored = await to.call(uploadAsset, { params: {}, body: file });
    return stored.path === path;
  } catch (thrown) {
    if (thrown instanceof OverlayError) return false;
    throw thrown;
  }
}
