import type { holdingCalls } from '../../contract/desk-api/presence.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls, LinkContract } from '../../contract/link/link.ts';
import type { Operation, Outcome, Press } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { OpenApps, Place } from '../app/open-apps.ts';
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
  ended(app: OpenApp, operation: Operation, outcome: Outcome): void;
  notice(id: string, text: string): void;
}

type HoldingCalls = Calls<{ calls: typeof holdingCalls; events: LinkContract['events'] }>;

/** Which sub-compositions this desk holds among the desks of its services, and which the others hold. */
export class Presence {
  readonly #ports: PresencePorts;
  readonly #holds = new Map<OpenApp, Holds>();
  /** By screen, what is being edited in it. */
  readonly #edited = new Map<object, Map<string, Place>>();
  #name: string;

  constructor(ports: PresencePorts) {
    this.#ports = ports;
    this.#name = ports.name;
  }

  get name(): string {
    return this.#name;
  }

  /** The service of an app told something. */
  heard(app: OpenApp, frame: TruthFrame): void {
    if (frame.type === 'desks') this.#of(app).hear(frame);
  }

  /** An app may be lost. */
  appChanged(app: OpenApp): void {
    if (app.state.connection.status === 'lost') this.#holds.get(app)?.lose();
  }

  /** The desk has let an app go. */
  forget(app: OpenApp): void {
    this.#holds.get(app)?.lose();
    this.#holds.delete(app);
    for (const places of this.#edited.values()) {
      for (const [text, place] of places) if (place.app === app) places.delete(text);
    }
  }

  /** Something may be staged for these now, or no longer. */
  look(app: OpenApp, ids: Iterable<string>): void {
    for (const id of ids) this.#look({ app, id });
  }

  /** A screen is gone, with what was edited in it. */
  gone(screen: object): void {
    const edited = this.#edited.get(screen);
    this.#edited.delete(screen);
    for (const place of edited?.values() ?? []) this.#look(place);
  }

  /** What a screen asks. */
  calls(screen: object): HoldingCalls {
    return {
      hold: ({ id }) => {
        this.#look(this.#edit(screen, id));
        return null;
      },
      release: ({ id }) => {
        const place = this.#edited.get(screen)?.get(id);
        this.#edited.get(screen)?.delete(id);
        if (place) this.#look(place);
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
  #edit(screen: object, text: string): Place {
    const place = this.#ports.apps.at(text);
    const edited = this.#edited.get(screen) ?? new Map<string, Place>();
    this.#edited.set(screen, edited.set(text, place));
    return place;
  }

  #takeOver(screen: object, text: string): null {
    const { app, id } = this.#ports.apps.at(text);
    const holds = this.#of(app);
    if (!holds.isOpen) throw new OverlayError('call-invalid', 'This service does not tell desks of each other.');
    this.#edit(screen, text);
    holds.takeOver(id, this.#takingOver(app, id));
    return null;
  }

  /** One press, which ends once: told by the service, lost with it, or given up. */
  #takingOver(app: OpenApp, id: string): (done: boolean) => void {
    const press = this.#ports.presses.uncounted(onScreen);
    let open = true;
    const end = (outcome: Outcome): void => {
      if (open) this.#log({ app, id }, { asked: 'Take over', press }, outcome);
      open = false;
      callOff();
    };
    const callOff = this.#ports.clock.after(operationDeadline, () => end(notHeard('deadline-passed')));
    return (done) => end(done ? confirmed : notHeard('service-lost'));
  }

  #look({ app, id }: Place): void {
    const edited = [...this.#edited.values()].some((places) =>
      [...places.values()].some((one) => one.app === app && one.id === id),
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
      say: (saying) => app.truth?.say(JSON.stringify(saying)),
      changed: (holders) => {
        for (const [id, holder] of holders) app.state.hold(id, holder);
        this.#ports.changedSubs(app, holders.keys());
      },
      lost: (id, to) => {
        this.#ports.notice(`held ${app.identity.key} ${id}`, `${to} took over ${nameOf(id)}.`);
        const press = this.#ports.presses.uncounted({ kind: 'desk', detail: to });
        this.#log({ app, id }, { asked: 'Taken over by another desk', press }, confirmed);
      },
    });
    this.#holds.set(app, holds);
    return holds;
  }

  #log({ app, id }: Place, { asked, press }: { asked: string; press: Press }, outcome: Outcome): void {
    const items = [{ subCompositionId: id }];
    this.#ports.ended(app, { kind: 'command', action: asked, items, app: app.identity.key, ...press }, outcome);
  }
}

const onScreen: Trigger = { kind: 'screen', detail: '' };
const confirmed: Outcome = { result: 'confirmed', revision: null };

/** It was asked for, and the service may have done it. */
function notHeard(code: 'deadline-passed' | 'service-lost'): Outcome {
  return { result: 'unknown', error: new OverlayError(code) };
}
