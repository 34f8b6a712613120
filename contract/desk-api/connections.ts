import { z } from 'zod';

/** Where a connection goes: the service that the desk runs itself, an account of a service, or one app by its token. */
export const ConnectionKind = z.enum(['embedded', 'account', 'token']);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** `http://HOST:PORT` or `https://HOST`, perhaps with a path under which the service is; never with a user or a password. */
export const BaseAddress = z
  .url({ protocol: /^https?$/, error: 'expected an address such as https://graphics.example' })
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username + url.password + url.search + url.hash === '' && !text.endsWith('/');
  }, 'expected no user, no query and no slash at the end');

/**
 * Which proxy the way to a service leads through: the one that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`,
 * `NO_PROXY`), none, or the one at an address.
 */
export const ProxyChoice = z.enum(['environment', 'none', 'address']);

const proxy = z.object({
  use: ProxyChoice,
  /** Of `address` alone. */
  address: z.union([BaseAddress, z.literal('')]).default(''),
  /** The user at the proxy; empty for none. */
  user: z.string().max(256).default(''),
});

/** One or more certificates as PEM. A private key has no place here. */
const Certificates = z
  .string()
  .max(262_144)
  .refine((text) => !text.includes('PRIVATE KEY'), 'this is a private key, which belongs to nobody but its server');

/** Which secret of the secret store is meant: a reference, that tells nothing. Null for none. */
const SecretId = z.string().min(1).max(64).nullable();

const common = {
  /** Never changes; apps are named after it. */
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
  /** Certificates that this connection trusts beside those that everybody does. */
  certificates: Certificates.default(''),
};

/** The apps of a connection that the operator chose, by the id of the app instance. */
const Chosen = z.array(z.int().positive()).max(200);

/** A connection as the settings keep it: with references to secrets, and never with one. */
export const ConnectionSettings = z.discriminatedUnion('kind', [
  /** Without `apps` the first one that the service has. */
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
  /** Whether it can be controlled already; where it has no token, choosing it makes one. */
  hasToken: z.boolean(),
  chosen: z.boolean(),
});
export type ReachedApp = z.infer<typeof ReachedApp>;

/** What may be known of a certificate that a connection trusts. */
export const CertificateView = z.object({ name: z.string(), issuer: z.string(), until: z.string() });
export type CertificateView = z.infer<typeof CertificateView>;

/** A connection as a screen sees it. Of its secrets it sees whether there are any. */
export const ConnectionView = z.object({
  ...common,
  kind: ConnectionKind,
  /** Where the service is; empty while the embedded one starts. */
  base: z.string(),
  email: z.string(),
  /** Whether the desk has its password or its token. */
  hasSecret: z.boolean(),
  proxy: proxy.extend({ hasSecret: z.boolean() }),
  certificates: z.array(CertificateView),
  /**
   * `opening`: the desk is about to reach it; `open`: its apps are handed to the desk, whose own state says whether they are
   * live; `waiting`: it needs the secrets, and they are locked; `failed`: it needs the operator.
   */
  status: z.enum(['opening', 'open', 'waiting', 'failed']),
  /** What is wrong and what to do; empty where nothing is. */
  reason: z.string(),
  /** What it reaches; null while that is not known. A connection by token reaches one, which has no id. */
  apps: z.array(ReachedApp).nullable(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** Where the secrets are: the system's keychain, a file under a passphrase, nowhere but in memory, or that file opened unattended. */
export const SecretBackend = z.enum(['keychain', 'passphrase', 'session', 'credentials']);
export type SecretBackend = z.infer<typeof SecretBackend>;

/** How the desk stands with its secrets. */
export const SecretsView = z.object({
  /** `choose`: the operator has to say where they go; `locked`: the passphrase is needed; `failed`: they cannot be read. */
  state: z.enum(['open', 'locked', 'choose', 'failed']),
  backend: SecretBackend.nullable(),
  /** Where they are, or what is wrong, in words for the operator. */
  said: z.string(),
});
export type SecretsView = z.infer<typeof SecretsView>;

/** One thing that a test of a connection looked at, in the order in which it did. */
export const TestStep = z.object({
  step: z.enum(['address', 'secret', 'proxy', 'name', 'connect', 'encryption', 'service', 'access']),
  result: z.enum(['good', 'failed', 'not tried']),
  /** What was found, for people. */
  found: z.string(),
  /** What to do about it; empty where nothing is to be done. */
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
 * A secret that a screen handed over, by the reference that it got for it: `keep` is the one that the connection has
 * already, null none. A screen forgets a secret as soon as it was typed.
 */
export const SecretChoice = z.union([z.literal('keep'), z.object({ reference: z.string() }), z.null()]);
export type SecretChoice = z.infer<typeof SecretChoice>;

/** A connection as a screen wishes it. Without `id` it is a new one. */
export const ConnectionDraft = z.object({
  id: z.string().optional(),
  kind: ConnectionKind,
  name: z.string().max(80),
  base: z.string().max(2_000),
  email: z.string().max(254),
  secret: SecretChoice,
  proxy: proxy.extend({ address: z.string().max(2_000), secret: SecretChoice }),
  /** As PEM; `keep` for those that it has already. */
  certificates: z.union([z.literal('keep'), Certificates]),
});
export type ConnectionDraft = z.infer<typeof ConnectionDraft>;

/** What was understood of a pasted text. */
export const Pasted = z.object({
  /** `token` where it held one. */
  kind: z.enum(['account', 'token']),
  /** Empty where only a token was pasted. */
  base: z.string(),
  /** The token that it held, as a reference. */
  reference: z.string().nullable(),
});
export type Pasted = z.infer<typeof Pasted>;

const Passphrase = z.string().min(1).max(1_024);
const Secret = z.string().min(1).max(4_096);
const Id = z.object({ id: z.string() });
const nothing = z.null();

/** What a screen can ask of the desk about connections and secrets. A secret goes to the desk only; no answer holds one. */
export const connectionCalls = {
  /** Understand a pasted address or token. Refuses one that cannot be used, with the reason. */
  pasteConnection: { takes: z.object({ text: z.string().max(8_192) }), gives: Pasted },
  /** Hand a typed secret over, to be named by its reference from then on. It is forgotten after a while where nothing uses it. */
  handOverSecret: { takes: z.object({ secret: Secret }), gives: z.object({ reference: z.string() }) },
  /** Try a connection as it is wished, without keeping anything of it. */
  testConnection: { takes: ConnectionDraft, gives: TestReport },
  /** Keep a connection and open it; its secret is kept before it is. */
  saveConnection: { takes: ConnectionDraft, gives: Id },
  /** Close a connection and forget it, with its secrets. */
  removeConnection: { takes: Id, gives: nothing },
  /** Ask once more which apps a connection reaches, and open it again where it failed. */
  reopenConnection: { takes: Id, gives: nothing },
  /** Control these apps of a connection, and no others of it. */
  chooseApps: { takes: Id.extend({ apps: Chosen }), gives: nothing },
  /** Open the secrets with the passphrase. */
  unlockSecrets: { takes: z.object({ passphrase: Passphrase }), gives: nothing },
  /** Say where secrets go where there is no keychain: into a file under this passphrase, or, with null, nowhere. */
  chooseSecrets: { takes: z.object({ passphrase: Passphrase.min(8).nullable() }), gives: nothing },
  changePassphrase: { takes: z.object({ from: Passphrase, to: Passphrase.min(8) }), gives: nothing },
} as const;

/** The members of the desk's view that tell of connections and secrets. */
export const connectionMembers = { connections: z.array(ConnectionView), secrets: SecretsView };
