import { texts } from '../../contract/texts/texts.ts';
import { DeskName, type FieldEditor, type presenceCalls } from '../../contract/desk-api/presence.ts';
import type { AsRunKind } from '../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { DeskMessage } from '../../contract/service-api/desk-presence.ts';
import { addressesOf, addressOf } from '../../contract/model/address.ts';
import { type Calls, justNow } from '../../contract/link/link.ts';
import type { Outcome, Press } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { SubRef } from '../app/open-apps.ts';
import { Cursors } from '../app/cursors.ts';
import { screenOf } from '../app/presses.ts';
import { Holds } from './holds.ts';
import type { Ground } from '../ground.ts';
import { operationDeadline } from '../app/lane.ts';

interface NamedScreen {
  name: string;
}

/** Tracks the sub-compositions held by this desk and by other desks of its services. */
export class Presence {
  readonly #ground: Ground;
  readonly #holds = new Map<OpenApp, Holds>();
  readonly #edited = new Map<object, Map<string, SubRef>>();
  readonly #inCues = new Cursors();
  #name: string;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#name = ground.settings.member('deskName', DeskName) ?? ground.outside.name ?? 'Desk';
    const { facts } = ground;
    facts.shown.on((app, ids) => this.#updateHolds(app, ids));
    facts.frame.on((app, frame) => {
      if (frame.type === 'desks') this.#of(app).onDesks(frame);
    });
    facts.app.on((app) => {
      if (app.state.connection.status === 'lost') this.#holds.get(app)?.lose();
    });
    facts.closed.on((_key, app) => app && this.#forget(app));
  }

  get name(): string {
    return this.#name;
  }

  get cueEditors(): Record<string, FieldEditor[]> {
    return this.#inCues.all;
  }

  #forget(app: OpenApp): void {
    this.#holds.get(app)?.lose();
    this.#holds.delete(app);
    for (const refs of this.#edited.values()) {
      for (const [address, ref] of refs) if (ref.app === app) refs.delete(address);
    }
  }

  #updateHolds(app: OpenApp, ids: Iterable<string>): void {
    const holds = this.#of(app);
    const { staged } = app.state.preparation;
    const refs = [...this.#edited.values()].flatMap((own) => [...own.values()]);
    const edited = new Set(refs.flatMap((ref) => (ref.app === app ? ref.id : [])));
    for (const id of ids) holds.want(id, edited.has(id) || staged.has(id));
  }

  /** A screen that was gone is linked again, with its name. */
  back({ name }: NamedScreen): void {
    for (const app of this.#ground.apps.all) {
      const left = app.state.preparation.cursors.back(name);
      if (left.length > 0) this.#ground.facts.shown.tell(app, left);
    }
  }

  gone(screen: NamedScreen): void {
    const edited = this.#edited.get(screen);
    this.#edited.delete(screen);
    for (const app of this.#ground.apps.all) {
      const left = app.state.preparation.cursors.gone(screen.name);
      if (left !== undefined) this.#ground.facts.shown.tell(app, [left]);
    }
    this.#inCues.leave(screen.name);
    for (const { app, id } of edited?.values() ?? []) this.#updateHolds(app, [id]);
  }

  #leave(app: OpenApp, { name }: NamedScreen, cursor: { id?: string; field?: string } = {}): void {
    const left = app.state.preparation.cursors.leave(name, cursor.id, cursor.field);
    if (left !== undefined) this.#ground.facts.shown.tell(app, [left]);
  }

  calls(screen: NamedScreen): Calls<{ calls: typeof presenceCalls }> {
    return {
      hold: ({ address }) => {
        const { app, id } = this.#edit(screen, address);
        this.#updateHolds(app, [id]);
      },
      release: ({ address }) => {
        const ref = this.#edited.get(screen)?.get(address);
        this.#edited.get(screen)?.delete(address);
        if (!ref) return;
        this.#updateHolds(ref.app, [ref.id]);
        this.#leave(ref.app, screen, { id: ref.id });
      },
      typing: ({ field, now, ...place }) => {
        if ('cue' in place) return this.#typingInCue(screen, place.cue, { field, now });
        const { app, id } = this.#ground.apps.at(place.address);
        app.state.sub(id);
        if (!now) return this.#leave(app, screen, { id, field });
        for (const other of this.#ground.apps.all) this.#leave(other, screen);
        app.state.preparation.cursors.enter(screen.name, id, field);
        this.#ground.facts.shown.tell(app, [id]);
      },
      takeOver: ({ address }, facts = justNow) =>
        this.#takeOver(screen, address, this.#ground.presses.uncounted({ trigger: screenOf(facts), age: facts.age })),
      nameDesk: ({ name }) => {
        this.#name = name;
        this.#ground.screens.changed();
        for (const holds of this.#holds.values()) holds.renamed();
        this.#ground.settings.save('deskName', name);
      },
    };
  }

  #typingInCue({ name }: NamedScreen, cue: string, { field, now }: { field: string; now: boolean }): void {
    if (now) this.#inCues.enter(name, cue, field);
    else this.#inCues.leave(name, cue, field);
    this.#ground.screens.changed();
  }

  #edit(screen: NamedScreen, address: string): SubRef {
    const ref = this.#ground.apps.at(address);
    const edited = this.#edited.get(screen) ?? new Map<string, SubRef>();
    this.#edited.set(screen, edited.set(address, ref));
    return ref;
  }

  #takeOver(screen: NamedScreen, address: string, press: Press): void {
    const { app, id } = this.#ground.apps.at(address);
    const holds = this.#of(app);
    if (!holds.isOpen) throw new OverlayError('call-invalid', texts.backup.desksHidden);
    this.#edit(screen, address);
    holds.takeOver(id, this.#takingOver({ app, id }, press));
  }

  /** Ends each takeover exactly once: confirmed, lost with the connection, or given up. */
  #takingOver({ app, id }: SubRef, press: Press): (done: boolean) => void {
    let open = true;
    const end = (outcome: Outcome): void => {
      if (open) this.#log({ app, id }, { action: texts.backup.takeOver, purpose: 'takeOver', ...press }, outcome);
      open = false;
      callOff();
    };
    const callOff = this.#ground.clock.after(operationDeadline, () => end(notHeard('deadline-passed')));
    return (done) => end(done ? confirmed : notHeard('service-lost'));
  }

  #of(app: OpenApp): Holds {
    const known = this.#holds.get(app);
    if (known) return known;
    const nameOf = (id: string): string => this.#ground.apps.graphicName(addressOf(app.identity.key, id)) ?? id;
    const desk = {
      name: () => this.#name,
      send: (saying: DeskMessage) => app.truth?.send(JSON.stringify(saying)),
    };
    const holds = new Holds(this.#ground.clock, desk, {
      changed: (holders) => {
        for (const [id, holder] of holders) app.state.setHolder(id, holder);
        this.#ground.screens.changedIn('subs', addressesOf(app.identity.key, [...holders.keys()]));
      },
      lost: (id, to) => {
        this.#ground.notices.keep({
          id: `held ${app.identity.key} ${id}`,
          text: texts.backup.tookOver(to, nameOf(id)),
        });
        const press = this.#ground.presses.uncounted({ trigger: { kind: 'desk', detail: to }, age: 0 });
        this.#log({ app, id }, { action: texts.backup.takenOver, purpose: 'takenOver', ...press }, confirmed);
      },
    });
    this.#holds.set(app, holds);
    return holds;
  }

  #log({ app, id }: SubRef, happened: Press & { action: string; purpose: AsRunKind }, outcome: Outcome): void {
    const operation = { kind: 'command', items: [{ id }], app: app.identity.key, ...happened } as const;
    this.#ground.recording.settled(app, operation, outcome);
  }
}

const confirmed: Outcome = { result: 'confirmed', revision: null };

/** The message was sent, so the service may have executed it. */
function notHeard(code: 'deadline-passed' | 'service-lost'): Outcome {
  return { result: 'unknown', error: new OverlayError(code) };
}
