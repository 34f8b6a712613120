import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Endpoint, pathOf, pathParams } from '../../../contract/service-api/endpoint.ts';
import { type Account, apiClient, basic } from './api-client.ts';
import { arbitraryOf } from '../scene/arbitrary-of.ts';
import { ids } from './small-show.ts';
import type { SmallService } from './small-service.ts';
import { serviceFetch as fetch } from '../published-answers.ts';

/** A request to an endpoint, as it goes over the wire. `body` is a JSON text. */
export interface Asked {
  params: Record<string, string>;
  body: string | undefined;
}

/** Things that are there to be asked for, by the name of the parameter or of the key in a body that asks for them. */
export type Real = Record<string, unknown>;

/** Make an app instance with a show, a composition with a revision, a folder; whatever earlier requests left behind. */
export async function makeThings(service: SmallService, account: Account): Promise<Real> {
  const api = apiClient(service, account);
  const [root] = (await api.get('/apiv1/dashboard/folder?path=/')).body as string[];
  const made = (await api.post('/apiv1/compositions', { name: 'Made', folder: root })).body as { id: number };
  await api.post(`/apiv1/compositions/${made.id}/revisions`, { scene_id: made.id, revision_id: 1, description: '' });
  await api.post(`/apiv1/compositions/${made.id}/token`);
  const [seeded] = (await api.get('/apiv1/compositions')).body as { id: number }[];
  const created = await api.post('/apiv1/appinstances', {
    folder: root,
    name: 'Made',
    apptemplate_id: '57',
    apptemplate_version_status: 'published',
    compositionList: [{ name: 'Made', composition: { refId: String(seeded?.id) } }],
  });
  const app = created.body as { id: number; access_token: string };
  return {
    app_instance_id: String(app.id),
    app_access_token: app.access_token,
    appToken: app.access_token,
    composition_id: String(made.id),
    revision_id: 1,
    folder_id: root,
    path: '/',
    type: 'c',
    refId: String(made.id),
    compId: made.id,
    scene_id: made.id,
    folder: root,
    parent: root,
    targetEmail: account.email,
    subCompositionId: ids.home,
    subCompositionName: 'Home',
    compositionName: 'Home',
    payload: { team: 'Made' },
  };
}

/** Requests that the endpoint's own schemas take; many of them ask for things that are there. */
export function validRequests(endpoint: Endpoint, real: Real): fc.Arbitrary<Asked> {
  const body = endpoint.body ? arbitraryOf(endpoint.body) : fc.constant(undefined);
  const asked = fc.tuple(params(endpoint, real), body, fc.boolean());
  return asked.map(([params, made, ofReal]) => ({
    params,
    body: made === undefined ? undefined : JSON.stringify(ofReal ? withReal(made, real) : made),
  }));
}

/** Requests whose body was damaged: in its text, or somewhere inside. Some of them are by chance still good. */
export function damagedRequests(endpoint: Endpoint, real: Real): fc.Arbitrary<Asked> {
  const damage = fc.tuple(fc.constantFrom(...damages), fc.nat(), fc.jsonValue({ maxDepth: 1 }));
  return fc.tuple(validRequests(endpoint, real), damage).map(([asked, [harm, at, other]]) => ({
    ...asked,
    params: Object.fromEntries(pathParams(endpoint).map((name) => [name, String(real[name])])),
    body: harm(asked.body ?? '', at, other),
  }));
}

/** Not a path segment of its own, for every client takes `.` and `..` away before it asks. */
const segment = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text !== '.' && text !== '..');

function params(endpoint: Endpoint, real: Real): fc.Arbitrary<Record<string, string>> {
  const names = [...new Set([...pathParams(endpoint), ...Object.keys(properties(endpoint))])];
  const each = names.map((name) => [
    name,
    fc.oneof({ weight: 3, arbitrary: fc.constant(String(real[name])) }, { weight: 1, arbitrary: segment }),
  ]);
  return fc.record(Object.fromEntries(each) as Record<string, fc.Arbitrary<string>>);
}

function properties(endpoint: Endpoint): Record<string, unknown> {
  return 'shape' in endpoint.params ? endpoint.params.shape : {};
}

function withReal(made: unknown, real: Real): unknown {
  if (Array.isArray(made)) return made.map((one) => withReal(one, real));
  if (typeof made !== 'object' || made === null) return made;
  return Object.fromEntries(
    Object.entries(made).map(([key, value]) => [key, Object.hasOwn(real, key) ? real[key] : withReal(value, real)]),
  );
}

type Damage = (body: string, at: number, other: unknown) => string;

const damages: readonly Damage[] = [
  (body, at) => body.slice(0, at % (body.length + 1)),
  (body, at, other) => {
    const place = at % (body.length + 1);
    return (
      body.slice(0, place) + String.fromCharCode(32 + (at % 95)) + body.slice(place + 1) + (other === null ? ' ' : '')
    );
  },
  (body, at, other) => changed(body, at, () => other),
  (body, at) => changed(body, at, (value) => [value]),
  (body, at) => changed(body, at, () => undefined),
  (body, at) => changed(body, at, () => ({ __proto__: null, constructor: { prototype: 1 } })),
  (body, at) => changed(body, at, (value) => `${JSON.stringify(value)}\u0000`),
];

/** The body with the value at one of its places (counted through the whole tree) replaced; undefined takes it away. */
function changed(body: string, at: number, harm: (value: unknown) => unknown): string {
  const tree: unknown = JSON.parse(body);
  let places = 0;
  const count = (value: unknown): unknown => (places++, value);
  JSON.stringify(tree, (_key, value: unknown) => count(value));
  let left = at % places;
  // Where the whole tree is taken away, nothing is left to write.
  const written: unknown = JSON.stringify(tree, (_key, value: unknown) => (left-- === 0 ? harm(value) : value));
  return typeof written === 'string' ? written : '';
}

/** A way to send requests to an endpoint, with further headers; it gives the status and the text of each answer. */
export function asker(
  service: SmallService,
  endpoint: Endpoint,
  further: Record<string, string> = {},
): (asked: Asked) => Promise<{ status: number; text: string }> {
  const inPath = pathParams(endpoint);
  const authorization = { authorization: basic(service.account) };
  return async ({ params, body }) => {
    const query = new URLSearchParams(Object.entries(params).filter(([name]) => !inPath.includes(name)));
    const address = `${service.url}${pathOf(endpoint, params)}${query.size > 0 ? `?${query.toString()}` : ''}`;
    const headers = {
      ...further,
      ...(endpoint.auth === 'account' && authorization),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const response = await fetch(address, { method: endpoint.method, headers, ...(body !== undefined && { body }) });
    return { status: response.status, text: await response.text() };
  };
}

/** Tells whether anything was committed to the database of a service since it was last asked. */
export function commitWatch(service: SmallService): { committed(): boolean; close(): void } {
  const database = new DatabaseSync(join(service.directory, 'service.db'), { readOnly: true });
  const version = database.prepare('PRAGMA data_version');
  const read = (): unknown => version.get()?.data_version;
  let last = read();
  return {
    committed: () => {
      const before = last;
      last = read();
      return last !== before;
    },
    close: () => {
      database.close();
    },
  };
}
