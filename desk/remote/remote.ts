import { z } from 'zod';
import type { DeskChange, DeskView } from '../../contract/desk-api/desk-api.ts';
import type { oscCalls, oscMembers } from '../../contract/desk-api/osc.ts';
import { RemoteChoice, type remoteCalls, type remoteMembers } from '../../contract/desk-api/remote.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { OpenRemoteServer, RemoteHandlers, RemoteServer } from '../ports.ts';
import { hostOf, Listening } from './listening.ts';
import { Osc, type OscPorts } from './osc/osc.ts';
import { RemoteApi, type RemoteApiPorts } from './remote-api.ts';
import { KeptClient, RemoteClients, type RemoteClientsPorts } from './remote-clients.ts';

const KeptRemote = RemoteChoice.extend({ clients: z.array(KeptClient) });
type KeptRemote = z.infer<typeof KeptRemote>;

const off: KeptRemote = { on: false, reach: 'machine', port: 8_930, clients: [] };

type RemoteMembers = { [Name in keyof (typeof remoteMembers & typeof oscMembers)]: () => DeskView[Name] };

export interface RemotePorts
  extends
    Omit<RemoteApiPorts, 'clients' | 'clock' | 'watch'>,
    Pick<RemoteClientsPorts, 'newId' | 'random'>,
    Omit<OscPorts, 'clients' | 'watch'> {
  watch(told: (change: DeskChange) => void): { state: DeskView; leave(): void };
  openServer: OpenRemoteServer;
}

export class Remote {
  readonly #ports: RemotePorts;
  readonly #clients: RemoteClients;
  readonly #handlers: RemoteHandlers;
  #choice: z.infer<typeof RemoteChoice>;
  readonly #listening: Listening<RemoteServer>;
  readonly #osc: Osc;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
    const { clients, ...choice } = ports.settings.member('remote', KeptRemote) ?? off;
    this.#choice = choice;
    this.#clients = new RemoteClients(clients, {
      ...ports,
      save: (all) => ports.settings.save('remote', { ...this.#choice, clients: [...all] } satisfies KeptRemote),
      revoked: (id, mayStay) => {
        this.#listening.server?.closeClient(id, mayStay);
        this.#osc.closeClient(id, mayStay);
      },
    });
    this.#handlers = new RemoteApi({ ...ports, clients: this.#clients });
    this.#listening = new Listening(ports);
    this.#osc = new Osc({ ...ports, clients: this.#clients });
    if (choice.on) void this.#serve();
  }

  start(): void {
    this.#osc.start();
  }

  readonly members = {
    remote: () => ({ ...this.#choice, problem: this.#listening.problem, clients: this.#clients.view }),
    osc: () => this.#osc.view,
  } satisfies RemoteMembers;

  get problems(): string[] {
    const { problem } = this.#listening;
    return [...(problem === '' ? [] : [`Remote control: ${problem}`]), ...this.#osc.problems];
  }

  readonly calls: Calls<{ calls: typeof remoteCalls & typeof oscCalls; events: Record<string, never> }> = {
    setRemote: async (choice) => {
      this.#choice = choice;
      this.#clients.keep();
      await this.#serve();
    },
    addRemoteClient: (choice) => this.#clients.add(choice),
    changeRemoteClient: (choice) => {
      this.#clients.change(choice);
    },
    replaceRemoteToken: ({ id }) => this.#clients.replaceToken(id),
    removeRemoteClient: ({ id }) => {
      this.#clients.remove(id);
    },
    setOsc: (choice) => this.#osc.calls.setOsc(choice),
  };

  async close(): Promise<void> {
    this.#choice = { ...this.#choice, on: false };
    await Promise.all([this.#serve(), this.#osc.close()]);
  }

  #serve(): Promise<void> {
    return this.#listening.serve(() => {
      const { on, reach, port } = this.#choice;
      if (!on) return undefined;
      return { port, open: () => this.#ports.openServer({ host: hostOf(reach), port }, this.#handlers) };
    });
  }
}
