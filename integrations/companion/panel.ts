import type {
  CompanionActionDefinitions,
  CompanionFeedbackDefinitions,
  CompanionOptionValues,
} from '@companion-module/base';
import { type LinkClock, tooOld } from '../../contract/link/link.ts';
import { actionKinds, guardOf, type PanelAction } from './actions.ts';
import { type DeskAddress, DeskLink } from './desk-link.ts';
import { dialDesk, type PressOnItsWay, sendPress } from './desk-socket.ts';
import { feedbackKinds } from './feedbacks.ts';
import { panelGuards } from './guards.ts';
import { notConnected, refusalOf } from './outcome.ts';
import { countsDown, type ModuleStatus, statusOf, variableTitles, variableValues } from './variables.ts';
import { choicesOf } from './inputs.ts';
import type { ReadState } from './known.ts';
import { type Presets, presetsOf } from './presets.ts';

export interface CompanionPort {
  /** The connection's name, which prefixes its variables in button texts. */
  label(): string;
  showStatus(status: ModuleStatus): void;
  define(definitions: Definitions): void;
  setVariables(values: Record<string, string | number>): void;
  checkFeedbacks(): void;
  log(level: 'info' | 'warn', text: string): void;
}

interface PanelClock extends LinkClock {
  now(): number;
}

export const usualNetwork = { dial: dialDesk, send: sendPress };

/** Milliseconds for an answer: the desk ends an operation after two seconds, but waits for a fail-over. */
const answerWithin = 15_000;
/** Milliseconds in which name changes are collected: Companion rebuilds all its lists each time. */
const collectFor = 200;

export class Panel {
  readonly #companion: CompanionPort;
  readonly #clock: PanelClock;
  readonly #network: typeof usualNetwork;
  readonly #link: DeskLink;
  readonly #guards: ReturnType<typeof panelGuards>;
  readonly #underWay = new Set<PressOnItsWay>();
  #lastRefusal = '';
  #status = '';
  #values: Record<string, string | number> = {};
  #defined = '';
  #variables: readonly string[] = [];
  #callOffDefining: (() => void) | undefined;
  #callOffCounting: (() => void) | undefined;

  constructor(companion: CompanionPort, clock: PanelClock, network = usualNetwork) {
    this.#companion = companion;
    this.#clock = clock;
    this.#network = network;
    this.#guards = panelGuards(clock, () => companion.checkFeedbacks());
    this.#link = new DeskLink(clock, network.dial, { changed: () => this.#show(), lost: () => this.#lost() });
  }

  /** Links to a desk; a reason instead of an address ends the link. */
  open(address: DeskAddress | { reason: string }): void {
    if ('reason' in address) this.#link.close(address.reason);
    // A mere rename in Companion keeps the connection.
    else if (this.#link.known.link.is !== 'open' || !isSame(address, this.#link.address)) this.#link.open(address);
    this.#define();
  }

  close(): void {
    this.#link.end();
    this.#guards.disarm();
    this.#callOffDefining?.();
    this.#callOffCounting?.();
  }

  /** Handles a press of a button. Resolves when the outcome is known, or at once while it waits for a second press. */
  async press(id: string, options: CompanionOptionValues): Promise<void> {
    const kind = actionKinds[id];
    if (!kind) return;
    const at = this.#clock.monotonic();
    if (!kind.isGuarded || guardOf(options) === 'held' || this.#link.known.link.is !== 'open')
      return this.#send(kind, options, at);
    const sent: Promise<void>[] = [];
    this.#guards.press(id, options, () => sent.push(this.#send(kind, options, at)));
    await sent[0];
  }

  isLit(id: string, options: CompanionOptionValues): boolean {
    return feedbackKinds[id]?.isLit(options, this.#link.known, this.#guards.armed()) ?? false;
  }

  /** Sends a press once. A press is refused, not queued, while the desk is away. */
  async #send(kind: PanelAction, options: CompanionOptionValues, at: number): Promise<void> {
    const clock = this.#clock;
    const { known, address } = this.#link;
    if (known.link.is !== 'open' || !address) return this.#ended(kind, notConnected);
    const pressed = { ...kind.press(options, known), at: this.#link.deskTime(at) };
    const press = this.#network.send(address, pressed, () => clock.monotonic() - at);
    this.#underWay.add(press);
    const limits = [
      clock.after(tooOld, () => {
        if (!press.isSent()) press.cut('The desk could not be reached in time.');
      }),
      clock.after(answerWithin, () => press.cut('No answer came in time.')),
    ];
    const sent = await press.ended;
    for (const callOff of limits) callOff();
    this.#underWay.delete(press);
    this.#ended(kind, refusalOf(sent));
  }

  #ended({ name }: PanelAction, refusal: string): void {
    this.#lastRefusal = refusal;
    if (refusal !== '') this.#companion.log('warn', `${name}: ${refusal}`);
    this.#setVariables();
  }

  #lost(): void {
    this.#guards.disarm();
    for (const press of this.#underWay) press.cut('The desk was lost before it answered.');
  }

  /** Shows the status and the variables at once, new names a little later. */
  #show(): void {
    const companion = this.#companion;
    const status = statusOf(this.#link.known);
    if (this.#status !== JSON.stringify(status)) {
      this.#status = JSON.stringify(status);
      companion.showStatus(status);
      if (status.reason !== '') companion.log('warn', `${status.word}: ${status.reason}`);
    }
    this.#callOffDefining ??= this.#clock.after(collectFor, () => this.#define());
    this.#setVariables();
    companion.checkFeedbacks();
  }

  #define(): void {
    this.#callOffDefining?.();
    this.#callOffDefining = undefined;
    const companion = this.#companion;
    const { state } = this.#link.known;
    // Names stay while the desk is away, so that Companion's lists are not empty.
    if (!state && this.#defined !== '') return;
    const definitions = definitionsOf(state, companion.label(), this);
    const defined = JSON.stringify(definitions);
    if (defined === this.#defined) return;
    this.#defined = defined;
    companion.define(definitions);
    this.#variables = Object.keys(definitions.variables);
    this.#values = {};
    this.#setVariables();
    companion.checkFeedbacks();
  }

  #setVariables(): void {
    const { known } = this.#link;
    const values = variableValues(known, { lastRefusal: this.#lastRefusal, now: this.#clock.now() });
    // Companion takes only defined variables.
    const changed = this.#variables.filter(
      (name) => Object.hasOwn(values, name) && this.#values[name] !== values[name],
    );
    const given = Object.fromEntries(changed.map((name) => [name, values[name] ?? '']));
    Object.assign(this.#values, given);
    if (changed.length > 0) this.#companion.setVariables(given);
    this.#callOffCounting?.();
    this.#callOffCounting = countsDown(known) ? this.#clock.after(1_000, () => this.#setVariables()) : undefined;
  }
}

function isSame(one: DeskAddress, other: DeskAddress | null): boolean {
  return one.host === other?.host && one.port === other.port && one.token === other.token;
}

/** All definitions that Companion needs before its buttons can use this module. */
export interface Definitions extends Presets {
  actions: CompanionActionDefinitions;
  feedbacks: CompanionFeedbackDefinitions;
  variables: Record<string, { name: string }>;
}

function definitionsOf(state: ReadState | null, label: string, buttons: Pick<Panel, 'press' | 'isLit'>): Definitions {
  const choices = choicesOf(state);
  const actions: CompanionActionDefinitions = {};
  for (const [id, { name, description = '', inputs }] of Object.entries(actionKinds)) {
    actions[id] = {
      name,
      description,
      options: inputs(choices),
      callback: ({ options }) => buttons.press(id, options),
    };
  }
  const feedbacks: CompanionFeedbackDefinitions = {};
  for (const [id, { name, description = '', inputs, style }] of Object.entries(feedbackKinds)) {
    feedbacks[id] = {
      type: 'boolean',
      name,
      description,
      options: inputs(choices),
      defaultStyle: style,
      callback: ({ options }) => buttons.isLit(id, options),
    };
  }
  return {
    ...presetsOf(state, label),
    actions,
    feedbacks,
    variables: Object.fromEntries(Object.entries(variableTitles(state)).map(([id, name]) => [id, { name }])),
  };
}
