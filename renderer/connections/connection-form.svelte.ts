import type {
  ConnectionDraft,
  ConnectionKind,
  ConnectionView,
  SecretChoice,
  TestReport,
} from '../../contract/desk-api/connections.ts';
import { knownError } from '../state/known-error.ts';
import type { DeskClient } from '../state/desk.svelte.ts';

type SecretName = 'secret' | 'proxySecret';

const noProxy = { use: 'environment', address: '', user: '', hasSecret: false } as const;

/**
 * A connection that the operator is editing. The form holds a secret only while it is typed, then a reference to the
 * desk's copy.
 */
export class ConnectionForm {
  readonly #desk: DeskClient;
  readonly id: string | undefined;
  /** Those that the connection already has. The form keeps them unless others are entered. */
  readonly hasCertificates: ConnectionView['certificates'];
  kind = $state<ConnectionKind>('account');
  name = $state('');
  base = $state('');
  email = $state('');
  proxyUse = $state<ConnectionDraft['proxy']['use']>('environment');
  proxyAddress = $state('');
  proxyUser = $state('');
  certificates = $state<string>();
  #secrets = $state.raw<Record<SecretName, SecretChoice>>({ secret: null, proxySecret: null });
  report = $state.raw<TestReport>();
  problem = $state('');
  /** Entries per secret: only the newest counts, whichever answer comes last. */
  readonly #entered = { secret: 0, proxySecret: 0 };
  #busy = $state<'' | 'testing' | 'saving'>('');
  /** Secrets on their way to the desk. A button waits for them: disabled, it would lose the press that left the field. */
  readonly #handing = new Set<Promise<void>>();

  constructor(desk: DeskClient, edited?: ConnectionView) {
    this.#desk = desk;
    this.id = edited?.id;
    this.hasCertificates = edited?.certificates ?? [];
    const { kind = 'account', name = '', base = '', email = '', hasSecret = false, proxy = noProxy } = edited ?? {};
    [this.kind, this.name, this.base, this.email] = [kind, name, base, email];
    [this.proxyUse, this.proxyAddress, this.proxyUser] = [proxy.use, proxy.address, proxy.user];
    this.#secrets = { secret: hasSecret ? 'keep' : null, proxySecret: proxy.hasSecret ? 'keep' : null };
  }

  get busy(): '' | 'testing' | 'saving' {
    return this.#busy;
  }

  sourceOf(which: SecretName): 'typed' | 'kept' | 'none' {
    const choice = this.#secrets[which];
    if (choice === 'keep') return 'kept';
    return choice === null ? 'none' : 'typed';
  }

  async paste(text: string): Promise<void> {
    const turn = ++this.#entered.secret;
    await this.#handOver(async () => {
      const { kind, base, reference } = await this.#desk.call('pasteConnection', { text });
      this.kind = kind;
      if (base !== '') this.base = base;
      if (reference !== null && turn === this.#entered.secret)
        this.#secrets = { ...this.#secrets, secret: { reference } };
    });
  }

  async type(which: SecretName, secret: string): Promise<void> {
    if (secret === '') return;
    const turn = ++this.#entered[which];
    await this.#handOver(async () => {
      const choice = await this.#desk.call('handOverSecret', { secret });
      if (turn === this.#entered[which]) this.#secrets = { ...this.#secrets, [which]: choice };
    });
  }

  async test(): Promise<void> {
    this.report = undefined;
    await this.#do('testing', async () => {
      await Promise.all(this.#handing);
      this.report = await this.#desk.call('testConnection', this.#draft());
    });
  }

  /** Returns the connection's id; undefined after a failure. */
  async save(): Promise<string | undefined> {
    return this.#do('saving', async () => {
      await Promise.all(this.#handing);
      return (await this.#desk.call('saveConnection', this.#draft())).id;
    });
  }

  #draft(): ConnectionDraft {
    const { id, kind, name, base, email, proxyUse, proxyAddress, proxyUser } = this;
    return {
      ...(id !== undefined && { id }),
      kind,
      name,
      base,
      email,
      secret: this.#secrets.secret,
      proxy: { use: proxyUse, address: proxyAddress, user: proxyUser, secret: this.#secrets.proxySecret },
      certificates: this.certificates ?? (id === undefined ? '' : 'keep'),
    };
  }

  async #handOver(run: () => Promise<void>): Promise<void> {
    const handing = run();
    this.#handing.add(handing);
    await this.#try(() => handing);
    this.#handing.delete(handing);
  }

  async #do<Result>(what: 'testing' | 'saving', run: () => Promise<Result>): Promise<Result | undefined> {
    this.#busy = what;
    try {
      return await this.#try(run);
    } finally {
      this.#busy = '';
    }
  }

  async #try<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    this.problem = '';
    try {
      return await run();
    } catch (thrown) {
      this.problem = knownError(thrown).message;
      return undefined;
    }
  }
}
