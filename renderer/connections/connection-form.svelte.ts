import type {
  ConnectionDraft,
  ConnectionKind,
  ConnectionView,
  SecretChoice,
  TestReport,
} from '../../contract/desk-api/connections.ts';
import { asOverlayError } from '../../contract/errors.ts';
import type { Desk } from '../state/desk.svelte.ts';

/** What the form asks of the desk. */
type Asks = Pick<Desk, 'answer'>;

/**
 * A connection in the hands of the operator, not kept yet. A secret stays here no longer than it is typed: then the desk has
 * it, and the form a reference to it.
 */
export class ConnectionForm {
  readonly #desk: Asks;
  /** Undefined for a new connection. */
  readonly id: string | undefined;
  /** Whether the connection has one already, which the form keeps unless another is typed. */
  readonly has: { secret: boolean; proxySecret: boolean; certificates: ConnectionView['certificates'] };
  kind = $state<ConnectionKind>('account');
  name = $state('');
  base = $state('');
  email = $state('');
  proxyUse = $state<ConnectionDraft['proxy']['use']>('environment');
  proxyAddress = $state('');
  proxyUser = $state('');
  certificates = $state<string>();
  #secret = $state.raw<SecretChoice>(null);
  #proxySecret = $state.raw<SecretChoice>(null);
  #report = $state.raw<TestReport>();
  #problem = $state('');
  #busy = $state('');

  constructor(desk: Asks, edited?: ConnectionView) {
    this.#desk = desk;
    this.id = edited?.id;
    const { hasSecret = false, certificates = [], proxy } = edited ?? {};
    this.has = { secret: hasSecret, proxySecret: proxy?.hasSecret ?? false, certificates };
    if (!edited) return;
    this.kind = edited.kind;
    this.name = edited.name;
    this.base = edited.base;
    this.email = edited.email;
    this.proxyUse = edited.proxy.use;
    this.proxyAddress = edited.proxy.address;
    this.proxyUser = edited.proxy.user;
    this.#secret = hasSecret ? 'keep' : null;
    this.#proxySecret = edited.proxy.hasSecret ? 'keep' : null;
  }

  get report(): TestReport | undefined {
    return this.#report;
  }
  /** Why what was asked last did not happen; empty where it did. */
  get problem(): string {
    return this.#problem;
  }
  /** What is under way, for the operator; empty for nothing. */
  get busy(): string {
    return this.#busy;
  }
  /** How it stands with the secrets: one that was typed here, one that the desk has, or none. */
  get secret(): 'typed' | 'kept' | 'none' {
    return stands(this.#secret);
  }
  get proxySecret(): 'typed' | 'kept' | 'none' {
    return stands(this.#proxySecret);
  }

  /** Fill the form from a pasted address or token. */
  async paste(text: string): Promise<void> {
    await this.#do('Reading', async () => {
      const { kind, base, reference } = await this.#desk.answer('pasteConnection', { text });
      this.kind = kind;
      if (base !== '') this.base = base;
      if (reference !== null) this.#secret = { reference };
    });
  }

  /** Hand a typed secret over to the desk. */
  async type(which: 'secret' | 'proxySecret', secret: string): Promise<void> {
    if (secret === '') return;
    await this.#do('Handing over', async () => {
      const choice = await this.#desk.answer('handOverSecret', { secret });
      if (which === 'secret') this.#secret = choice;
      else this.#proxySecret = choice;
    });
  }

  async test(): Promise<void> {
    this.#report = undefined;
    await this.#do('Testing', async () => {
      this.#report = await this.#desk.answer('testConnection', this.#draft());
    });
  }

  /** Keep it; gives its id, or undefined where it was not kept. */
  async save(): Promise<string | undefined> {
    return this.#do('Saving', async () => (await this.#desk.answer('saveConnection', this.#draft())).id);
  }

  #draft(): ConnectionDraft {
    const { id, kind, name, base, email, proxyUse, proxyAddress, proxyUser } = this;
    return {
      ...(id !== undefined && { id }),
      ...{ kind, name, base, email, secret: this.#secret },
      proxy: { use: proxyUse, address: proxyAddress, user: proxyUser, secret: this.#proxySecret },
      certificates: this.certificates ?? (id === undefined ? '' : 'keep'),
    };
  }

  async #do<Result>(what: string, run: () => Promise<Result>): Promise<Result | undefined> {
    this.#busy = what;
    this.#problem = '';
    try {
      return await run();
    } catch (thrown) {
      this.#problem = asOverlayError(thrown).message;
      return undefined;
    } finally {
      this.#busy = '';
    }
  }
}

function stands(choice: SecretChoice): 'typed' | 'kept' | 'none' {
  if (choice === 'keep') return 'kept';
  return choice === null ? 'none' : 'typed';
}
