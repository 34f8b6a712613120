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

type FormPorts = Pick<DeskClient, 'call'>;

/**
 * A connection that the operator is editing. The form holds a secret only while it is typed, then a reference to the
 * desk's copy.
 */
export class ConnectionForm {
  readonly #desk: FormPorts;
  readonly id: string | undefined;
  /** What the connection already has. The form keeps it unless another is entered. */
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
  /** Entries per secret: only the newest counts, whichever answer comes last. */
  readonly #entered = { secret: 0, proxySecret: 0 };
  #calls = $state.raw<string[]>([]);

  constructor(desk: FormPorts, edited?: ConnectionView) {
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
  get problem(): string {
    return this.#problem;
  }
  get busy(): string {
    return this.#calls.at(-1) ?? '';
  }
  /** Where the secret comes from: typed here, kept from before, or none. */
  get secret(): 'typed' | 'kept' | 'none' {
    return sourceOf(this.#secret);
  }
  get proxySecret(): 'typed' | 'kept' | 'none' {
    return sourceOf(this.#proxySecret);
  }

  async paste(text: string): Promise<void> {
    const turn = ++this.#entered.secret;
    await this.#do(words.doing.reading, async () => {
      const { kind, base, reference } = await this.#desk.call('pasteConnection', { text });
      this.kind = kind;
      if (base !== '') this.base = base;
      if (reference !== null && turn === this.#entered.secret) this.#secret = { reference };
    });
  }

  async type(which: 'secret' | 'proxySecret', secret: string): Promise<void> {
    if (secret === '') return;
    const turn = ++this.#entered[which];
    await this.#do(words.doing.handingOver, async () => {
      const choice = await this.#desk.call('handOverSecret', { secret });
      if (turn !== this.#entered[which]) return;
      if (which === 'secret') this.#secret = choice;
      else this.#proxySecret = choice;
    });
  }

  async test(): Promise<void> {
    this.#report = undefined;
    await this.#do(words.doing.testing, async () => {
      this.#report = await this.#desk.call('testConnection', this.#draft());
    });
  }

  /** Saves the connection. Returns its id, or undefined when that failed. */
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
      secret: this.#secret,
      proxy: { use: proxyUse, address: proxyAddress, user: proxyUser, secret: this.#proxySecret },
      certificates: this.certificates ?? (id === undefined ? '' : 'keep'),
    };
  }

  async #do<Result>(what: string, run: () => Promise<Result>): Promise<Result | undefined> {
    this.#calls = [...this.#calls, what];
    this.#problem = '';
    try {
      return await run();
    } catch (thrown) {
      this.#problem = knownError(thrown).message;
      return undefined;
    } finally {
      this.#calls = this.#calls.toSpliced(this.#calls.indexOf(what), 1);
    }
  }
}

function sourceOf(choice: SecretChoice): 'typed' | 'kept' | 'none' {
  if (choice === 'keep') return 'kept';
  return choice === null ? 'none' : 'typed';
}
