import type { presenceCalls } from '../../contract/desk-api/presence.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls, LinkContract } from '../../contract/link/link.ts';
import type { Operation, Outcome, Press } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import type { Presses } from '../app/presses.ts';
import { Holds } from './holds.ts';
import type { Clock } from '../ports.ts';
import { operationDeadline } from '../app/lane.ts';
import type { TruthFrame } from '../truth/truth-link.ts';

export interface PresencePorts {
  apps: OpenApps;
  clock: Clock;
  presses: Presses;
  /** What this desk is called, and how that is kept. */
  name: string;
  keepName(name: string): void;
  changed(...members: (keyof DeskView)[]): void;
  /** These sub-compositions (ids of the app) show otherwise now. */
  changedSubs(app: OpenApp, ids: Iterable<string>): void;
  /** Something is to stand in the as-run log. */
  settled(app: OpenApp, operation: Operation, outcome: Outcome): void;
  notice(id: string, address: string): void;
}

type PresenceCalls = Calls<{ calls: typeof presenceCalls; events: LinkContract['events'] }>;

/** Which sub-compositions this desk holds among the desks of its services, and which the others hold. */
export class Presence {
  readonly #ports: PresencePorts;
  readonly #holds = new Map<OpenApp, Holds>();
  /** By screen, what is being edited in it. */
  readonly #edited = new Map<object, Map<string, SubRef>>();
  #name: string;

  constructor(ports: PresencePorts) {
    this.#ports = ports;
    this.#name = ports.name;
  }

  get name(): string {
    return this.#name;
  }

  /** The service of an app told something. */
  onFrame(app: OpenApp, frame: TruthFrame): void {
    if (frame.type === 'desks') this.#of(app).onDesks(frame);
  }

  /** An app may be lost. */
  appChanged(app: OpenApp): void {
    if (app.state.connection.status === 'lost') this.#holds.get(app)?.lose();
  }

  /** The desk has let an app go. */
  forget(app: OpenApp): void {
    this.#holds.get(app)?.lose();
    this.#holds.delete(app);
    for (const refs of this.#edited.values()) {
      for (const [address, ref] of refs) if (ref.app === app) refs.delete(address);
    }
  }

  /** Something may be staged for these now, or no longer. */
  updateHolds(app: OpenApp, ids: Iterable<string>): void {
    for (const id of ids) this.#updateHold({ app, id });
  }

  /** A screen is gone, with what was edited in it. */
  gone(screen: object): void {
    const edited = this.#edited.get(screen);
    this.#edited.delete(screen);
    for (const ref of edited?.values() ?? []) this.#updateHold(ref);
  }

  /** What a screen asks. */
  calls(screen: object): PresenceCalls {
    return {
      hold: ({ id }) => {
        this.#updateHold(this.#edit(screen, id));
        return null;
      },
      release: ({ id }) => {
        const ref = this.#edited.get(screen)?.get(id);
        this.#edited.get(screen)?.delete(id);
        if (ref) this.#updateHold(ref);
        return null;
      },
      takeOver: ({ id }) => this.#takeOver(screen, id),
      nameDesk: ({ name }) => {
        this.#name = name;
        this.#ports.changed('deskName');
        for (const holds of this.#holds.values()) holds.renamed();
        this.#ports.keepName(name);
        return null;
      },
    };
  }

  /** It is being edited in a screen from now on. */
  #edit(screen: object, address: string): SubRef {
    const ref = this.#ports.apps.at(address);
    const edited = this.#edited.get(screen) ?? new Map<string, SubRef>();
    this.#edited.set(screen, edited.set(address, ref));
    return ref;
  }

  #takeOver(screen: object, address: string): null {
    const { app, id } = this.#ports.apps.at(address);
    const holds = this.#of(app);
    if (!holds.isOpen) throw new OverlayError('call-invalid', 'This service does not tell desks of each other.');
    this.#edit(screen, address);
    holds.takeOver(id, this.#takingOver(app, id));
    return null;
  }

  /** One press, which ends once: told by the service, lost with it, or given up. */
  #takingOver(app: OpenApp, id: string): (done: boolean) => void {
    const press = this.#ports.presses.uncounted(onScreen);
    let open = true;
    const end = (outcome: Outcome): void => {
      if (open) this.#log({ app, id }, { action: 'Take over', press }, outcome);
      open = false;
      callOff();
    };
    const callOff = this.#ports.clock.after(operationDeadline, () => end(notHeard('deadline-passed')));
    return (done) => end(done ? confirmed : notHeard('service-lost'));
  }

  #updateHold({ app, id }: SubRef): void {
    const edited = [...this.#edited.values()].some((refs) =>
      [...refs.values()].some((one) => one.app === app && one.id === id),
    );
    this.#of(app).want(id, edited || Object.keys(app.state.staged(id)).length > 0);
  }

  #of(app: OpenApp): Holds {
    const known = this.#holds.get(app);
    if (known) return known;
    const nameOf = (id: string): string => app.state.confirmed.get(id)?.item.name ?? id;
    const holds = new Holds({
      clock: this.#ports.clock,
      name: () => this.#name,
      send: (saying) => app.truth?.send(JSON.stringify(saying)),
      changed: (holders) => {
        for (const [id, holder] of holders) app.state.setHolder(id, holder);
        this.#ports.changedSubs(app, holders.keys());
      },
      lost: (id, to) => {
        this.#ports.notice(`held ${app.identity.key} ${id}`, `${to} took over ${nameOf(id)}.`);
        const press = this.#ports.presses.uncounted({ kind: 'desk', detail: to });
        this.#log({ app, id }, { action: 'Taken over by another desk', press }, confirmed);
      },
    });
    this.#holds.set(app, holds);
    return holds;
  }

  #log({ app, id }: SubRef, { action, press }: { action: string; press: Press }, outcome: Outcome): void {
    const items = [{ id }];
    this.#ports.settled(app, { kind: 'command', action, items, app: app.identity.key, ...press }, outcome);
  }
}

const onScreen: Trigger = { kind: 'screen', detail: '' };
const confirmed: Outcome = { result: 'confirmed', revision: null };

/** It was asked for, and the service may have done it. */
function notHeard(code: 'deadline-passed' | 'service-lost'): Outcome {
  return { result: 'unknown', error: new OverlayError(code) };
}
