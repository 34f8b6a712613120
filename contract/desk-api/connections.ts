import { z } from 'zod';

/** What a connection leads to: the embedded service, an account of a service, or one app by its token. */
export const ConnectionKind = z.enum(['embedded', 'account', 'token']);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** `http://HOST:PORT` or `https://HOST`, perhaps with the base path of the service. Never with a user or a password. */
const BaseAddress = z
  .url({ protocol: /^https?$/, error: 'expected an address such as https://graphics.example' })
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username + url.password + url.search + url.hash === '' && !text.endsWith('/');
  }, 'expected no user, no query and no slash at the end');

/**
 * The proxy on the route to a service: the one that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`),
 * none, or the one at `address`.
 */
const ProxyChoice = z.enum(['environment', 'none', 'address']);

const proxy = z.object({
  use: ProxyChoice,
  /** Only for `address`. */
  address: z.union([BaseAddress, z.literal('')]).default(''),
  /** The user at the proxy; empty for none. */
  user: z.string().max(256).default(''),
});

/** One or more PEM certificates. A private key does not belong here. */
const Certificates = z
  .string()
  .max(262_144)
  .refine((text) => !text.includes('PRIVATE KEY'), 'this is a private key, which belongs to nobody but its server');

/** The id of a secret in the secret store, which reveals nothing. Null for none. */
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
  /** Certificates that this connection trusts besides the usual authorities. */
  certificates: Certificates.default(''),
};

/** The apps of a connection that the operator chose, by the id of the app instance. */
const Chosen = z.array(z.int().positive()).max(200);

/** A connection in the settings. It refers to secrets and never contains one. */
export const ConnectionSettings = z.discriminatedUnion('kind', [
  /** Without `apps`, the first one of the service. */
  z.object({ kind: z.literal('embedded'), ...common, apps: Chosen.optional() }),
  z.object({ kind: z.literal('account'), ...remote, email: z.string().min(1).max(254), apps: Chosen.default([]) }),
  z.object({ kind: z.literal('token'), ...remote }),
]);
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;
export type RemoteSettings = Exclude<ConnectionSettings, { kind: 'embedded' }>;

/** An app instance that a connection reaches. */
export const ReachedApp = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether it can be controlled already. Choosing an app without a token creates one. */
  hasToken: z.boolean(),
  chosen: z.boolean(),
});
export type ReachedApp = z.infer<typeof ReachedApp>;

/** What screens may know of a trusted certificate. */
export const CertificateView = z.object({ name: z.string(), issuer: z.string(), until: z.string() });
export type CertificateView = z.infer<typeof CertificateView>;

/** A connection as screens see it. Of its secrets they see only whether there are any. */
export const ConnectionView = z.object({
  ...common,
  kind: ConnectionKind,
  /** The address of the service; empty while the embedded one starts. */
  base: z.string(),
  email: z.string(),
  /** Whether the desk has its password or token. */
  hasSecret: z.boolean(),
  proxy: proxy.extend({ hasSecret: z.boolean() }),
  certificates: z.array(CertificateView),
  /**
   * `opening`: the desk is about to reach it; `open`: the desk has its apps, whose own state says whether they are
   * live; `waiting`: it needs secrets that are locked; `failed`: it needs the operator.
   */
  status: z.enum(['opening', 'open', 'waiting', 'failed']),
  /** What is wrong and what to do; empty if nothing is. */
  reason: z.string(),
  /** What it reaches; null while that is unknown. A connection by token reaches one app, which has no id here. */
  apps: z.array(ReachedApp).nullable(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/**
 * Where the secrets are: the system's keychain, a file under a passphrase, memory alone, or such a file opened
 * unattended.
 */
export const SecretBackend = z.enum(['keychain', 'passphrase', 'session', 'credentials']);
export type SecretBackend = z.infer<typeof SecretBackend>;

/** The state of the desk's secrets. */
export const SecretsView = z.object({
  /**
   * `choose`: the operator must decide where they go; `locked`: the passphrase is needed; `failed`: they cannot be
   * read.
   */
  state: z.enum(['open', 'locked', 'choose', 'failed']),
  backend: SecretBackend.nullable(),
  /** Where they are, or what is wrong, for the operator. */
  said: z.string(),
});
export type SecretsView = z.infer<typeof SecretsView>;

/** One step of a connection test. The steps come in the order of testing. */
export const TestStep = z.object({
  step: z.enum(['address', 'secret', 'proxy', 'name', 'connect', 'encryption', 'service', 'access']),
  result: z.enum(['good', 'failed', 'not tried']),
  /** What was found, for people. */
  found: z.string(),
  /** What to do about it; empty for nothing. */
  todo: z.string(),
});
export type TestStep = z.infer<typeof TestStep>;

export const TestReport = z.object({
  works: z.boolean(),
  steps: z.array(TestStep),
  /** The apps that were found. */
  apps: z.array(ReachedApp),
});
export type TestReport = z.infer<typeof TestReport>;

/**
 * A secret in a draft: the reference of one that the screen handed over, `keep` for the present one, or null for none.
 * A screen forgets a secret as soon as it is typed.
 */
export const SecretChoice = z.union([z.literal('keep'), z.object({ reference: z.string() }), z.null()]);
export type SecretChoice = z.infer<typeof SecretChoice>;

/** A connection as the operator wants it. Without `id` it is a new one. */
export const ConnectionDraft = z.object({
  id: z.string().optional(),
  kind: ConnectionKind,
  name: z.string().max(80),
  base: z.string().max(2_000),
  email: z.string().max(254),
  secret: SecretChoice,
  proxy: proxy.extend({ address: z.string().max(2_000), secret: SecretChoice }),
  /** PEM, or `keep` for the present ones. */
  certificates: z.union([z.literal('keep'), Certificates]),
});
export type ConnectionDraft = z.infer<typeof ConnectionDraft>;

/** What a pasted text contained. */
export const Pasted = z.object({
  /** `token` if it contained one. */
  kind: z.enum(['account', 'token']),
  /** Empty if only a token was pasted. */
  base: z.string(),
  /** The reference to the token that it contained. */
  reference: z.string().nullable(),
});
export type Pasted = z.infer<typeof Pasted>;

const Passphrase = z.string().min(1).max(1_024);
const Secret = z.string().min(1).max(4_096);
const Id = z.object({ id: z.string() });
const nothing = z.null();

/** The calls about connections and secrets. Secrets only travel toward the desk; no answer contains one. */
export const connectionCalls = {
  /** Understands a pasted address or token. Refuses an unusable one with the reason. */
  pasteConnection: { takes: z.object({ text: z.string().max(8_192) }), gives: Pasted },
  /** Hands over a typed secret and returns its reference. It is forgotten after a while if nothing uses it. */
  handOverSecret: { takes: z.object({ secret: Secret }), gives: z.object({ reference: z.string() }) },
  /** Tests a draft without saving anything. */
  testConnection: { takes: ConnectionDraft, gives: TestReport },
  /** Saves a connection and opens it. Its secret is stored first. */
  saveConnection: { takes: ConnectionDraft, gives: Id },
  /** Closes a connection and deletes it with its secrets. */
  removeConnection: { takes: Id, gives: nothing },
  /** Reads again which apps a connection reaches, and opens it again if it failed. */
  reopenConnection: { takes: Id, gives: nothing },
  /** Controls these apps of a connection, and no others. */
  chooseApps: { takes: Id.extend({ apps: Chosen }), gives: nothing },
  /** Opens the secrets with the passphrase. */
  unlockSecrets: { takes: z.object({ passphrase: Passphrase }), gives: nothing },
  /** Decides where secrets go if there is no keychain: into a file under this passphrase or, with null, nowhere. */
  chooseSecrets: { takes: z.object({ passphrase: Passphrase.min(8).nullable() }), gives: nothing },
  changePassphrase: { takes: z.object({ from: Passphrase, to: Passphrase.min(8) }), gives: nothing },
} as const;

/** The members of the desk's view about connections and secrets. */
export const connectionMembers = { connections: z.array(ConnectionView), secrets: SecretsView };
