import { z } from 'zod';
import { ask, edit } from './call.ts';

export const ConnectionKind = z.enum(['embedded', 'account', 'token']);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** `http://HOST:PORT` or `https://HOST`, optionally with the base path of the service; no user or password. */
const BaseAddress = z
  .url({ protocol: /^https?$/, error: 'expected an address such as https://graphics.example' })
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username + url.password + url.search + url.hash === '' && !text.endsWith('/');
  }, 'expected no user, no query and no slash at the end');

/** `environment` uses `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
const ProxyChoice = z.enum(['environment', 'none', 'address']);

const proxy = z.object({
  use: ProxyChoice,
  address: z.union([BaseAddress, z.literal('')]).default(''),
  user: z.string().max(256).default(''),
});

const Certificates = z
  .string()
  .max(262_144)
  .refine((text) => !text.includes('PRIVATE KEY'), 'this is a private key, which belongs on its server only');

/** Id in the secret store, which reveals nothing; null for none. */
const SecretId = z.string().min(1).max(64).nullable();

const common = {
  /** Never changes; the keys of apps contain it. */
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1).max(80),
};
const remote = {
  ...common,
  base: BaseAddress,
  secret: SecretId,
  proxy: proxy
    .extend({ secret: SecretId.default(null) })
    .default({ use: 'environment', address: '', user: '', secret: null }),
  certificates: Certificates.default(''),
};

const ChosenApps = z.array(z.int().positive()).max(200);

/** Refers to secrets and never contains one. */
export const ConnectionSettings = z.discriminatedUnion('kind', [
  /** Without `apps`, the first app of the service. */
  z.object({ kind: z.literal('embedded'), ...common, apps: ChosenApps.optional() }),
  z.object({ kind: z.literal('account'), ...remote, email: z.string().min(1).max(254), apps: ChosenApps.default([]) }),
  z.object({ kind: z.literal('token'), ...remote }),
]);
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;
export type RemoteSettings = Exclude<ConnectionSettings, { kind: 'embedded' }>;

export const ReachedApp = z.object({
  id: z.int(),
  name: z.string(),
  /** Choosing an app without a token creates one. */
  hasToken: z.boolean(),
  chosen: z.boolean(),
});
export type ReachedApp = z.infer<typeof ReachedApp>;

export const CertificateView = z.object({ name: z.string(), issuer: z.string(), until: z.string() });
export type CertificateView = z.infer<typeof CertificateView>;

export const ConnectionView = z.object({
  ...common,
  kind: ConnectionKind,
  /** Empty while the embedded service starts. */
  base: z.string(),
  email: z.string(),
  hasSecret: z.boolean(),
  proxy: proxy.extend({ hasSecret: z.boolean() }),
  certificates: z.array(CertificateView),
  /** `open`: its apps report their own state. `waiting`: for locked secrets. `failed`: needs the operator. */
  status: z.enum(['opening', 'open', 'waiting', 'failed']),
  reason: z.string(),
  /** Null while unknown. A connection by token reaches one app, which has no id here. */
  apps: z.array(ReachedApp).nullable(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** `passphrase`: a file under a passphrase. `session`: memory only. `credentials`: such a file, opened unattended. */
export const SecretBackend = z.enum(['keychain', 'passphrase', 'session', 'credentials']);
export type SecretBackend = z.infer<typeof SecretBackend>;

export const SecretsView = z.object({
  /** `choose`: the operator must decide where to store secrets. `failed`: unreadable. */
  state: z.enum(['open', 'locked', 'choose', 'failed']),
  backend: SecretBackend.nullable(),
  said: z.string(),
});
export type SecretsView = z.infer<typeof SecretsView>;

export const TestStep = z.object({
  step: z.enum(['address', 'secret', 'proxy', 'name', 'connect', 'encryption', 'service', 'access']),
  result: z.enum(['good', 'failed', 'not tried']),
  found: z.string(),
  todo: z.string(),
});
export type TestStep = z.infer<typeof TestStep>;

export const TestReport = z.object({ works: z.boolean(), steps: z.array(TestStep), apps: z.array(ReachedApp) });
export type TestReport = z.infer<typeof TestReport>;

/** The reference of a handed-over secret, `keep` for the present one, null for none. Screens forget typed secrets. */
export const SecretChoice = z.union([z.literal('keep'), z.object({ reference: z.string() }), z.null()]);
export type SecretChoice = z.infer<typeof SecretChoice>;

/** Without `id`, a new connection. */
export const ConnectionDraft = z.object({
  id: z.string().optional(),
  kind: ConnectionKind,
  name: z.string().max(80),
  base: z.string().max(2_000),
  email: z.string().max(254),
  secret: SecretChoice,
  proxy: proxy.extend({ address: z.string().max(2_000), secret: SecretChoice }),
  certificates: z.union([z.literal('keep'), Certificates]),
});
export type ConnectionDraft = z.infer<typeof ConnectionDraft>;

export const Pasted = z.object({
  kind: z.enum(['account', 'token']),
  /** Empty if only a token was pasted. */
  base: z.string(),
  reference: z.string().nullable(),
});
export type Pasted = z.infer<typeof Pasted>;

const Passphrase = z.string().min(1).max(1_024);
const Secret = z.string().min(1).max(4_096);
const OfConnection = z.object({ id: z.string() });
/** Secrets travel only to the desk; no answer contains one. */
export const connectionCalls = {
  /** Parses a pasted address or token; refuses an unusable one with the reason. */
  pasteConnection: ask(z.object({ text: z.string().max(8_192) }), Pasted),
  /** Returns a reference to a typed secret. An unused secret expires. */
  handOverSecret: ask(z.object({ secret: Secret }), z.object({ reference: z.string() })),
  testConnection: ask(ConnectionDraft, TestReport),
  saveConnection: edit(ConnectionDraft, OfConnection),
  /** Also deletes the secrets of the connection. */
  removeConnection: edit(OfConnection),
  reopenConnection: ask(OfConnection),
  chooseApps: edit(OfConnection.extend({ apps: ChosenApps })),
  unlockSecrets: ask(z.object({ passphrase: Passphrase })),
  /** Chooses the storage without a keychain: a file under this passphrase or, with null, memory only. */
  chooseSecrets: edit(z.object({ passphrase: Passphrase.min(8).nullable() })),
  changePassphrase: edit(z.object({ from: Passphrase, to: Passphrase.min(8) })),
} as const;

export const connectionMembers = { connections: z.array(ConnectionView), secrets: SecretsView };
