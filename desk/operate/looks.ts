import { texts } from '../../contract/texts/texts.ts';
import { Look, type LookDrift, type LookItem } from '../../contract/desk-api/look.ts';
import { OverlayError } from '../../contract/errors.ts';
import { addressOf } from '../../contract/model/address.ts';
import { type Field, holdsValue } from '../../contract/model/field.ts';
import type { AppState } from '../app/app-state.ts';
import type { SubState } from '../app/confirmed.ts';
import type { AirMoment } from '../app/moments.ts';
import type { OperationItem, Request } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { Ground, SentValues } from '../ground.ts';
import type { Cause } from '../app/presses.ts';
import type { Actions, Requests } from './actions.ts';
import type { Sent } from './sent.ts';
import { ownOf } from '../../contract/own.ts';

const mostNamed = 2;

/** Looks are saved with the show and recalled as one request per app. */
export class Looks {
  readonly #ground: Ground;
  readonly #actions: Actions;
  #looks: Look[];

  constructor(ground: Ground, actions: Actions) {
    [this.#ground, this.#actions] = [ground, actions];
    this.#looks = ground.show.list('looks', Look) ?? [];
  }

  get list(): { name: string; ids: string[] }[] {
    return this.#looks.map(({ name, items }) => ({ name, ids: items.map(({ id }) => id) }));
  }

  get all(): readonly Look[] {
    return this.#looks;
  }

  /** The names of the moments before the last takes, newest first. A moment is compared and recalled as a look is. */
  get moments(): string[] {
    const all = this.#ground.apps.all.flatMap((app) => app.state.moments.map((moment) => ({ moment, app })));
    const sorted = all.toSorted((one, other) => other.moment.operation.start - one.moment.operation.start);
    return [...new Set(sorted.map(({ moment, app }) => this.#momentName(moment, app)))];
  }

  become(looks: readonly Look[], edit: string): void {
    this.#looks = [...looks];
    this.#ground.facts.edited.tell();
    this.#ground.show.saveAll({ edit, looks: this.#looks });
  }

  /** Throws `not-connected` if the confirmed state is unknown. */
  save(name: string, addresses: readonly string[]): void {
    const items = addresses.map((address) => {
      const { app, id } = this.#ground.apps.at(address);
      if (app.state.connection.status !== 'live') throw new OverlayError('not-connected');
      return lookItem(addressOf(app.identity.key, id), app.state.sub(id));
    });
    const others = this.#looks.filter((look) => look.name !== name);
    this.become([...others, { name, items }], texts.looks.save(name));
  }

  delete(name: string): void {
    const gone = this.#look(name);
    const others = this.#looks.filter((look) => look !== gone);
    this.become(others, texts.looks.delete(name));
  }

  /**
   * Recalls a look. Missing or unreported parts are left out with a notice; throws `not-connected` if none is reported.
   */
  recall(name: string, cause: Cause): Sent[] {
    const { requests, drifts } = this.recallRequests(name);
    const guarded = { id: `look ${name}`, did: texts.looks.taken(name) };
    const sent = this.#actions.send(requests, guarded, cause);
    this.#ground.facts.lookSent.tell(changesIn(drifts));
    const left = drifts.filter(isLeft);
    if (left.length > 0) {
      const text = texts.looks.without(name, left.map(leftName).join('; '));
      this.#ground.notices.keep({ id: `look ${name}`, text });
    }
    return sent;
  }

  recallRequests(name: string): { requests: Requests; drifts: LookDrift[] } {
    const look = this.#look(name);
    const found = look.items.flatMap((item) => {
      const ref = this.#ground.apps.find(item.id);
      return ref ? [{ ...ref, item, onAir: ref.app.state.sub(ref.id) }] : [];
    });
    const requests = new Map<OpenApp, Request>();
    for (const [app, own] of Map.groupBy(found, ({ app }) => app)) {
      const request = recallRequest(look, own);
      if (request.items.length > 0) requests.set(app, request);
    }
    const drifts = this.compare(name);
    if (requests.size === 0 && drifts.some(({ what }) => what === 'unknown')) throw new OverlayError('not-connected');
    if (requests.size === 0) throw new OverlayError('call-invalid', texts.looks.nothing(name));
    return { requests, drifts };
  }

  compare(name: string): LookDrift[] {
    const { apps } = this.#ground;
    return this.#look(name).items.flatMap((item) => {
      const sub = apps.sub(item.id);
      return sub ? lookDifferences(item, sub) : [missing(item, apps.mayCome(item.id) ? 'unknown' : 'gone')];
    });
  }

  #lookOfMoment(name: string): Look | undefined {
    for (const app of this.#ground.apps.all) {
      const moment = app.state.moments.find((one) => this.#momentName(one, app) === name);
      if (moment) return { name, items: momentItems(moment, app.identity.key, app.state) };
    }
    return undefined;
  }

  /** By the time of the desk's machine. */
  #momentName({ operation }: AirMoment, app: OpenApp): string {
    const { action, items, at } = operation;
    const ids = operation.names ?? items.flatMap(({ id, state }) => (state === undefined ? [] : id));
    const known = ids.flatMap((id) => app.state.confirmed.get(id)?.name ?? []);
    const [names, more] = [known.slice(0, mostNamed), known.length - mostNamed];
    const all = names.length > 0 ? [texts.looks.graphics(names.join(', '), more)] : [];
    const [graphics = ''] = this.#ground.apps.named(app, all);
    return texts.looks.before(new Date(at).toTimeString().slice(0, 8), action, graphics);
  }

  #look(name: string): Look {
    const look = this.#looks.find((one) => one.name === name) ?? this.#lookOfMoment(name);
    if (!look) throw new OverlayError('call-invalid', texts.looks.none(name));
    return look;
  }
}

/** What was Out at the moment goes Out, too. */
function momentItems({ were }: AirMoment, key: string, { confirmed }: AppState): LookItem[] {
  const outs = [...confirmed.in].filter((id) => !were.has(id));
  return [
    ...outs.map((id) => ({ id: addressOf(key, id), state: 'Out1' as const, payload: {} })),
    ...[...were].map(([id, payload]): LookItem => {
      const sub = confirmed.get(id);
      const gone = { id: addressOf(key, id), state: 'In' as const, payload: {} };
      return sub ? lookItem(gone.id, { ...sub, state: 'In', payload }) : gone;
    }),
  ];
}

/** The values that a recall changes. */
function changesIn(drifts: readonly LookDrift[]): SentValues[] {
  return [...Map.groupBy(drifts, ({ id }) => id)].map(([subComposition, own]) => {
    const values = own.flatMap(({ what, field, look }) => (what === 'value' && field !== null ? [[field, look]] : []));
    return { subComposition, values: Object.fromEntries(values) as Payload };
  });
}

const isLeft = ({ what }: LookDrift): boolean => what === 'gone' || what === 'unknown';

function leftName({ id, field, what }: LookDrift): string {
  if (what === 'unknown') return texts.looks.notReported(id);
  return field === null ? id : texts.looks.field(id, field);
}

function missing({ id, state }: LookItem, what: 'gone' | 'unknown'): LookDrift {
  return { id, what, field: null, look: state ?? null, air: null };
}

/** Omits button presses, which cannot be restored, and timers: an old one would put a wrong time on air. */
function lookItem(id: string, { item, fields, state, reported, payload }: SubState): LookItem {
  const values = Object.entries(payload).filter(([field]) => kept(fields.get(field)));
  // The root of a show has no state, and a service may not report every state.
  return { id, ...(item.state !== undefined && reported && { state }), payload: Object.fromEntries(values) };
}

/** `targets`: items with their id in the app and current state. */
function recallRequest({ name }: Look, targets: readonly { id: string; item: LookItem; onAir: SubState }[]): Request {
  const items = targets.map(({ id, item, onAir: sub }): OperationItem => {
    const values = Object.entries(item.payload).filter(([field]) => kept(sub.fields.get(field)));
    return {
      id,
      ...(values.length > 0 && { payload: Object.fromEntries(values) }),
      ...(item.state && { state: item.state }),
    };
  });
  const some = items.filter(({ payload, state }) => payload !== undefined || state !== undefined);
  return { kind: 'take', purpose: 'look', action: texts.looks.asAction(name), items: some };
}

function lookDifferences(item: LookItem, sub: SubState): LookDrift[] {
  const { id, state } = item;
  const values = Object.entries(item.payload).flatMap(([field, look]): LookDrift[] => {
    const air = ownOf(sub.payload, field);
    const known = sub.fields.get(field);
    if (known?.type === 'timecontrol') return [];
    if (!kept(known)) return [{ id, what: 'gone', field, look, air: null }];
    return JSON.stringify(air) === JSON.stringify(look) ? [] : [{ id, what: 'value', field, look, air: air ?? null }];
  });
  if (state === undefined || state === sub.state) return values;
  return [{ id, what: 'state', field: null, look: state, air: sub.state }, ...values];
}

function kept(field: Field | undefined): boolean {
  return field !== undefined && holdsValue(field) && field.type !== 'button' && field.type !== 'timecontrol';
}
