import { z } from 'zod';
import { RemoteChoice, type remoteCalls, type remoteMembers } from '../../contract/desk-api/remote.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { OpenRemoteServer, RemoteHandlers, RemoteServer } from '../ports.ts';
import type { Settings } from '../screens/settings.ts';
import { RemoteApi, type RemoteApiPorts } from './remote-api.ts';
import { KeptClient, RemoteClients, type RemoteClientsPorts } from './remote-clients.ts';

/** How the settings keep it. */
const KeptRemote = RemoteChoice.extend({ clients: z.array(KeptClient) });
type KeptRemote = z.infer<typeof KeptRemote>;

const off: KeptRemote = { on: false, reach: 'machine', port: 8_930, clients: [] };

export interface RemotePorts
  extends Omit<RemoteApiPorts, 'clients' | 'clock'>, Pick<RemoteClientsPorts, 'clock' | 'newId' | 'random'> {
  settings: Pick<Settings, 'member' | 'save'>;
  openServer: OpenRemoteServer;
  changed(): void;
}

/** The desk's HTTP API: whether it is on, who may use it, and what it answers. */
export class Remote {
  readonly #ports: RemotePorts;
  readonly #clients: RemoteClients;
  readonly #handlers: RemoteHandlers;
  #choice: z.infer<typeof RemoteChoice>;
  #problem = '';
  #server: RemoteServer | undefined;
  /** What is being opened or closed: the next waits for it. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: RemotePorts) {
    this.#ports = ports;
    const { clients, ...choice } = ports.settings.member('remote', KeptRemote) ?? off;
    this.#choice = choice;
    this.#clients = new RemoteClients(clients, {
      ...ports,
      save: (all) => ports.settings.save('remote', { ...this.#choice, clients: [...all] } satisfies KeptRemote),
      revoked: (id) => this.#server?.closeClient(id),
    });
    this.#handlers = new RemoteApi({ ...ports, clients: this.#clients });
    if (choice.on) void this.#serve();
  }

  get view(): z.infer<(typeof remoteMembers)['remote']> {
    return { ...this.#choice, problem: this.#problem, clients: this.#clients.view };
  }

  /** Why it does not listen, in a sentence for the operator; none if it does. */
  get problems(): string[] {
    return this.#problem === '' ? [] : [`Remote control: ${this.#problem}`];
  }

  readonly calls: Calls<{ calls: typeof remoteCalls; events: Record<string, never> }> = {
    setRemote: async (choice) => {
      this.#choice = choice;
      this.#clients.keep();
      await this.#serve();
      return null;
    },
    addRemoteClient: (choice) => this.#clients.add(choice),
    changeRemoteClient: (choice) => {
      this.#clients.change(choice);
      return null;
    },
    removeRemoteClient: ({ id }) => {
      this.#clients.remove(id);
      return null;
    },
  };

  /** Ends every connection. */
  close(): Promise<void> {
    this.#choice = { ...this.#choice, on: false };
    return this.#serve();
  }

  /** Serves as it was chosen last. */
  #serve(): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      await this.#server?.close();
      this.#server = undefined;
      this.#problem = '';
      const { on, reach, port } = this.#choice;
      try {
        const host = reach === 'machine' ? '127.0.0.1' : '::';
        if (on) this.#server = await this.#ports.openServer({ host, port }, this.#handlers);
      } catch (thrown) {
        const { code } = thrown as NodeJS.ErrnoException;
        this.#problem =
          thrown instanceof OverlayError || code === undefined
            ? this.#ports.knownError(thrown).message
            : `Port ${port} cannot be used (${code}). Choose another one.`;
      }
      this.#ports.changed();
    });
    return this.#turn;
  }
}
