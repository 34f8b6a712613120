import { texts } from '../../contract/texts/texts.ts';
import { authoring, type ServiceAnswer, type ServiceCall, Upload } from '../../contract/desk-api/authoring.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { AppTarget, OpenApp } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { Account, AccountPort } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import { type EndpointCall, call, withinDeadline } from '../app/link/service-call.ts';

/** Prefers the embedded service's app, else the first with an account. Skips an app that runs as the active backup. */
export function appForAuthors({ all }: OpenApps): OpenApp | undefined {
  const own = all.find(({ identity, target }) => identity.kind === 'embedded' && target?.kind === 'embedded');
  return own ?? all.find(({ backup, target }) => target?.account && backup?.inUse !== 'backup');
}

export function callForAuthors(apps: OpenApps, clock: Clock, request: ServiceCall): Promise<ServiceAnswer> {
  const app = request.app === undefined ? appForAuthors(apps) : apps.get(request.app);
  const target = app?.target;
  if (!target) throw new OverlayError('not-connected');
  return callService({ app, target }, clock, request);
}

/** Milliseconds for an author's call, enough for a large file on a slow disk. */
export const authoringDeadline = 30_000;

/**
 * Throws `account-unknown` for a missing or refused account, `call-invalid` for a bad file, and the service's error
 * with details.
 */
async function callService(
  { app, target: { base, connection, account: read } }: { app: OpenApp; target: AppTarget },
  clock: Clock,
  request: ServiceCall,
): Promise<ServiceAnswer> {
  const endpoint: Endpoint = authoring[request.endpoint];
  const account = await accountOf(read ?? (() => Promise.resolve(undefined)));
  const params = 'app_instance_id' in endpoint.params.shape ? ownParams(app, request.params) : request.params;
  const body = endpoint.bodyKind === 'multipart' ? fileOf(request.body) : request.body;
  const asked = { base, endpoint, params, body, account, ifMatch: request.ifMatch };
  const { answer, revision, warnings } = await withinDeadline(clock, authoringDeadline, (signal) =>
    call(connection, { ...asked, signal } as EndpointCall<Endpoint>),
  ).catch((thrown: unknown) => {
    throw refusedAccount(thrown) ?? refusedMedia(thrown, request) ?? thrown;
  });
  return { answer: withoutToken(answer), revision, ...(warnings.length > 0 && { warnings }) };
}

async function accountOf(read: AccountPort): Promise<Account> {
  const account = await read().catch((error: unknown) => {
    throw new OverlayError('account-unknown', texts.services.accountUnusable(errorIn(error).message));
  });
  if (account) return account;
  throw new OverlayError('account-unknown', texts.services.accountUnknown);
}

function refusedAccount(thrown: unknown): OverlayError | undefined {
  if (!(thrown instanceof OverlayError) || thrown.code !== 'unauthorized') return undefined;
  return new OverlayError('account-unknown', texts.services.accountRefused);
}

/** The service judges a file by its bytes, and names the formats for programs. */
function refusedMedia(thrown: unknown, { endpoint, body }: ServiceCall): OverlayError | undefined {
  const isOfFile = thrown instanceof OverlayError && thrown.details.some(({ path }) => path === 'file');
  if (endpoint !== 'uploadAsset' || !isOfFile) return undefined;
  return new OverlayError('call-invalid', texts.services.notMedia(Upload.parse(body).name));
}

/** Always uses the app instance of the desk. A screen chooses only its output, and whether states are kept. */
function ownParams(app: OpenApp, { output, keep }: ServiceCall['params']): Record<string, string> {
  const id = app.state.confirmed.app?.id;
  if (id === undefined) throw new OverlayError('not-connected');
  return { app_instance_id: String(id), ...(output !== undefined && { output }), ...(keep !== undefined && { keep }) };
}

function fileOf(body: unknown): File {
  const upload = Upload.safeParse(body);
  if (!upload.success) throw new OverlayError('call-invalid', inShort(schemaProblems(upload.error.issues)));
  const { file, name, mediaType } = upload.data;
  return new File([Buffer.from(file, 'base64')], name, { type: mediaType });
}

/** Removes access tokens from composition entries; screens do not need them. */
function withoutToken(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutToken);
  if (typeof answer !== 'object' || answer === null || !('fid' in answer && 'uuid' in answer)) return answer;
  return { ...answer, uuid: null };
}
