import type { OverlayError } from '../../../contract/errors.ts';
import { hashPassword } from '../../../service/accounts/password-hash.ts';
import { openSqliteStore, type Store } from '../../../service/store/store.ts';
import { type ApiAnswer, type ApiClient, apiClient, basic } from './api-client.ts';
import { type SmallService, startSmallService } from './small-service.ts';
import { serviceFetch as fetch } from '../published-answers.ts';

/** As `fetch` takes it, with plain headers. */
type RawRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** A service with two users, each with an account of their own. The small show is Ada's. */
export interface TwoAccounts {
  service: SmallService;
  ada: ApiClient;
  bob: ApiClient;
  nobody: ApiClient;
  /** The root folders. */
  folders: { ada: string; bob: string };
  /** The service's time, milliseconds since the epoch. */
  clock: { now: number };
  /** While it is set, every write to the disk fails with it. */
  disk: { error: OverlayError | undefined };
  /** A request of Ada's with headers and a body of its own, its answer as it came. */
  raw(path: string, init?: RawRequest): Promise<Response>;
  /** Stop it, start it again on the same data and the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const ada = { email: 'ada@example.org', password: 'analytical engine' };
export const bob = { email: 'bob@example.org', password: 'correct horse battery' };

/** What a password costs to check, here where nobody guesses. */
const cost = { ln: 4, r: 8, p: 1 };

/** Start it; its time stands at 2026-01-02 20:00:00 UTC until a test moves it. */
export async function startTwoAccounts(): Promise<TwoAccounts> {
  const hash = (password: string): Promise<string> => hashPassword(password, Buffer.alloc(16, 1), cost);
  const hashes = { ada: await hash(ada.password), bob: await hash(bob.password) };
  const clock = { now: Date.UTC(2026, 0, 2, 20) };
  const disk: TwoAccounts['disk'] = { error: undefined };
  const openStore = (directory: string): Store => {
    const store = openSqliteStore(directory);
    const at = new Date(clock.now).toISOString();
    const [adaFid, bobFid] = ['a0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001'];
    if (store.users().length === 0) {
      store.addUser({ email: ada.email, passwordHash: hashes.ada }, { at, fid: adaFid });
      store.addUser({ email: bob.email, passwordHash: hashes.bob }, { at, fid: bobFid });
    }
    return failing(store, disk);
  };
  let service = await startSmallService({ openStore, clock: () => clock.now });
  const clients = { ada: apiClient(service, ada), bob: apiClient(service, bob), nobody: apiClient(service) };
  const root = async (client: ApiClient): Promise<string> => {
    const [fid] = (await client.get('/apiv1/dashboard/folder?path=/')).body as string[];
    return fid ?? '';
  };
  return {
    get service() {
      return service;
    },
    ...clients,
    folders: { ada: await root(clients.ada), bob: await root(clients.bob) },
    clock,
    disk,
    raw: (path, { headers, ...init } = {}) =>
      fetch(service.url + path, { ...init, headers: { authorization: basic(ada), ...headers } }),
    restart: async () => void (service = await service.restart()),
    close: () => service.close(),
  };
}

/** A store whose writes fail as long as they are told to. */
function failing(store: Store, disk: TwoAccounts['disk']): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name === 'transaction' || name === 'commit') {
        return (...given: unknown[]): unknown => {
          if (disk.error) throw disk.error;
          return Reflect.apply(member, target, given);
        };
      }
      return member.bind(target) as unknown;
    },
  });
}

/** The status and the body of an answer, to be compared whole. */
export function told({ status, body }: ApiAnswer): [number, unknown] {
  return [status, body];
}

/** The body of an error: `{error: {message, code}}`, with details where there are some. */
export function errorOf(code: number, message: unknown, details?: unknown): unknown {
  return { error: { message, code, ...(details !== undefined && { details }) } };
}
