import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { oscCalls, oscMembers } from '../../contract/desk-api/osc.ts';
import { RemoteChoice, type remoteCalls, type remoteMembers } from '../../contract/desk-api/remote.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { Cues } from '../cues/cues.ts';
import type { Ground } from '../ground.ts';
import type { LiveData } from '../live-data/live-data.ts';
import { type ActionRuns, carryOut } from '../operate/carry-out.ts';
import type { Actions } from '../operate/actions.ts';
import type { ShowLock } from '../operate/show-lock.ts';
import type { RemoteHandlers, RemoteServer } from '../ports.ts';
import { hostOf, Listening } from './listening.ts';
import type { PressedDesk } from './osc/input.ts';
import { Osc } from './osc/osc.ts';
import type { ToldDesk } from './osc/tally.ts';
import { RemoteApi, type RemoteDesk } from './remote-api.ts';
import { KeptClient, RemoteClients } from './remote-clients.ts';

const KeptRemote = RemoteChoice.extend({ clients: z.array(KeptClient) });
type KeptRemote = z.infer<typeof KeptRemote>;

const off: KeptRemote = { on: false, reach: 'machine', port: 8_930, clients: [] };

type RemoteMembers = { [Name in keyof (typeof remoteMembers & typeof oscMembers)]: () => DeskView[Name] };

interface RoomsForPrograms {
  runs: ActionRuns;
  actions: Actions;
  cues: Cues;
  liveData: LiveData;
  lock: ShowLock;
}

function deskForPrograms(
  { apps, faults, presses }: Ground,
  { runs, actions, cues, liveData, lock }: RoomsForPrograms,
  watch: RemoteDesk['watch'],
): RemoteDesk & PressedDesk & ToldDesk {
  return {
    knownError: faults.in('remote control'),
    watch,
    undoableBy: (client) => actions.undoableBy(presses.owner({ kind: 'api', detail: client })),
    carryOut: (pressed, cause) => carryOut(runs, pressed, cause),
    ingest: (file) => {
      lock.check();
      return cues.ingest.ingest(file);
    },
    push: (source, bytes) => liveData.sources.push(source, bytes),
    // Read on demand: most presses name a part of it only.
    show: () => ({
      get apps() {
        return apps.all.map(({ identity }) => identity);
      },
      get model() {
        return apps.all.flatMap(({ model }) => model);
      },
      get rundowns() {
        return cues.shown.members.rundowns();
      },
      get active() {
        return cues.shown.members.activeRundown();
      },
      get cues() {
        return cues.shown.members.cues();
      },
    }),
    sub: (address) => {
      const ref = apps.find(address);
      return ref?.app.state.view(ref.id);
    },
  };
}

export class Remote {
  readonly #ground: Ground;
  readonly #clients: RemoteClients;
  readonly #handlers: RemoteHandlers;
  #choice: z.infer<typeof RemoteChoice>;
  readonly #listening: Listening<RemoteServer>;
  readonly #osc: Osc;

  constructor(ground: Ground, rooms: RoomsForPrograms, watch: RemoteDesk['watch']) {
    this.#ground = ground;
    const { clock, settings, screens } = ground;
    const { clients, ...choice } = settings.member('remote', KeptRemote) ?? off;
    this.#choice = choice;
    this.#clients = new RemoteClients(clients, ground, {
      changed: screens.changed,
      save: (all) => settings.save('remote', { ...this.#choice, clients: [...all] } satisfies KeptRemote),
      revoked: (id, mayStay) => {
        this.#listening.server?.closeClient(id, mayStay);
        this.#osc.closeClient(id, mayStay);
      },
    });
    const desk = deskForPrograms(ground, rooms, watch);
    this.#handlers = new RemoteApi(clock, this.#clients, desk);
    this.#listening = new Listening(desk.knownError, screens.changed);
    this.#osc = new Osc(ground, this.#clients, desk);
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
    return [...(problem === '' ? [] : [texts.remote.problem(problem)]), ...this.#osc.problems];
  }

  readonly calls: Calls<{ calls: typeof remoteCalls & typeof oscCalls }> = {
    setRemote: async (change) => {
      this.#choice = RemoteChoice.parse({ ...this.#choice, ...change });
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
    setOsc: (change) => this.#osc.calls.setOsc(change),
  };

  async close(): Promise<void> {
    this.#choice = { ...this.#choice, on: false };
    await Promise.all([this.#serve(), this.#osc.close()]);
  }

  #serve(): Promise<void> {
    return this.#listening.serve(() => {
      const { on, reach, port } = this.#choice;
      if (!on) return undefined;
      return { port, open: () => this.#ground.outside.openRemoteServer({ host: hostOf(reach), port }, this.#handlers) };
    });
  }
}
