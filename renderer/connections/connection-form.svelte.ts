import type {
  ConnectionDraft,
  ConnectionKind,
  ConnectionView,
  SecretChoice,
  TestReport,
} from '../../contract/desk-api/connections.ts';
import { knownError } from '../state/known-error.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.connections;

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
  #calls = $state.raw<string[]>([]);

  constructor(desk: DeskClient, edited?: ConnectionView) {
    this.#desk = desk;
    this.id = edited?.id;
    this.hasCertificates = edited?.certificates ?? [];
    const { kind = 'account', name = '', base = '', email = '', hasSecret = false, proxy = noProxy } = edited ?? {};
    [this.kind, this.name, this.base, this.email] = [kind, name, base, email];
    [this.proxyUse, this.proxyAddress, this.proxyUser] = [proxy.use, proxy.address, proxy.user];
    this.#secrets = { secret: hasSecret ? 'keep' : null, proxySecret: proxy.hasSecret ? 'keep' : null };
  }

  get busy(): string {
    return this.#calls.at(-1) ?? '';
  }

  sourceOf(which: SecretName): 'typed' | 'kept' | 'none' {
    const choice = this.#secrets[which];
    if (choice === 'keep') return 'kept';
    return choice === null ? 'none' : 'typed';
  }

  async paste(text: string): Promise<void> {
    const turn = ++this.#entered.secret;
    await this.#do(words.doing.reading, async () => {
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
    await this.#do(words.doing.handingOver, async () => {
      const choice = await this.#desk.call('handOverSecret', { secret });
      if (turn === this.#entered[which]) this.#secrets = { ...this.#secrets, [which]: choice };
    });
  }

  async test(): Promise<void> {
    this.report = undefined;
    await this.#do(words.doing.testing, async () => {
      this.report = await this.#desk.call('testConnection', this.#draft());
    });
  }

  /** Returns the connection's id; undefined after a failure. */
  async save(): Promise<string | undefined> {
    return this.#do(words.doing.saving, async () => (await this.#desk.call('saveConnection', this.#draft())).id);
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

  async #do<Result>(what: string, run: () => Promise<Result>): Promise<Result | undefined> {
    this.#calls = [...this.#calls, what];
    this.problem = '';
    try {
      return await run();
    } catch (thrown) {
      this.problem = knownError(thrown).message;
      return undefined;
    } finally {
      this.#calls = this.#calls.toSpliced(this.#calls.indexOf(what), 1);
    }
  }
}
