import { texts } from '../../contract/texts/texts.ts';
import type { LampState } from '../../contract/desk-api/controller.ts';
import type { HidReport } from '../../contract/devices/driver.ts';
import type { DrawPicture } from '../driver-ports.ts';
import type { Deck } from './deck.ts';
import { plainLetters } from '../faces/plain-letters.ts';
import type { KeyPicture } from '../faces/drawing/key-picture.ts';
import { type ControlEvent, type Face, readsAfter, type SurfaceControl } from '../surface.ts';
import { FirstReport, type HidSurface, type PanelPort } from './hid-surface.ts';

/** Pictures in work at once: while one is written, the next is drawn. */
const together = 2;
/** Milliseconds in which a healthy device takes a report. */
const takesWithin = 3_000;
/** Milliseconds until a failed drawing is tried again. */
const triedAgainAfter = 1_000;
/** Milliseconds without a press until the displays go dark. */
const sleepsAfter = 30 * 60_000;

/** The panel stays awake while a key shows one of these states. */
const urgent: ReadonlySet<LampState | undefined> = new Set([
  ...(['requested', 'onAir', 'requestedOnAir', 'failed', 'failedOnAir', 'unknown'] as const),
]);
const dark: KeyPicture = { kind: 'dark' };

/** A Stream Deck. Only the newest picture of each key is drawn, two at a time: a slow device delays only its own. */
export class DeckSurface implements HidSurface {
  readonly plain: string;
  readonly place: string | undefined;
  readonly controls: readonly SurfaceControl[];
  readonly #deck: Deck;
  readonly #port: PanelPort;
  readonly #drawPicture: DrawPicture;
  /** A pedal has no displays and never sleeps. */
  readonly #hasDisplays: boolean;
  readonly #troubles = { closed: '', stalls: '', undrawn: '' };
  #first = new FirstReport();
  #isOpen = false;
  #isUsed = false;
  #isTested = false;
  #isAsleep = false;
  /** The monotonic interval in which operators could not see the keys. */
  #unread = { from: -Infinity, until: -Infinity };
  #brightness = 1;
  #faces: ReadonlyMap<string, Face> = new Map();
  readonly #sent = new Map<string, string>();
  /** Pictures to draw, the longest wait first: a key that changes all the time delays no other key. */
  readonly #due = new Map<string, KeyPicture>();
  /** Count of openings. Pictures for an earlier opening are dropped. */
  #session = 0;
  #drawing = 0;
  #writing = 0;
  #callOffStall: () => void = () => undefined;
  #callOffSleep: () => void = () => undefined;
  #callOffSecond: () => void = () => undefined;
  #callOffAgain: () => void = () => undefined;
  readonly #pressedUnread = new Set<string>();

  constructor(deck: Deck, port: PanelPort, draw: DrawPicture) {
    this.plain = port.plain;
    this.place = port.place;
    this.controls = deck.controls.map(({ name, kind, shows, at }) => {
      return { name, kind, has: shows === 'picture' ? { display: true } : shows === 'color' ? { lamp: true } : {}, at };
    });
    this.#hasDisplays = deck.controls.some(({ shows }) => shows !== 'nothing');
    [this.#deck, this.#port, this.#drawPicture] = [deck, port, draw];
  }

  get trouble(): string {
    const { closed, stalls, undrawn } = this.#troubles;
    return closed || stalls || undrawn;
  }

  get model(): string {
    return this.#deck.name;
  }

  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  mapped(controls: ReadonlySet<string>): void {
    const isUsed = controls.size > 0;
    if (isUsed === this.#isUsed) return;
    this.#isUsed = isUsed;
    if (isUsed) this.#hello();
    else this.#leave();
  }

  show(faces: ReadonlyMap<string, Face>): void {
    this.#faces = faces;
    if (this.#isAsleep && this.#isUrgent()) this.wake();
    this.#showAll();
  }

  testLamps(isTested: boolean): void {
    this.#isTested = isTested;
    if (isTested && !this.#isUsed) this.#hello();
    else if (!isTested && !this.#isUsed) this.#leave();
    if (isTested) this.wake();
    // The test showed no key as it is.
    else if (this.#unread.until === Infinity) this.#readSoon();
    this.#showAll();
  }

  brightness(value: number): void {
    this.#brightness = value;
    if (!this.#isShowing) return;
    this.#keepLast();
    if (this.#isAsleep) this.wake();
    else this.#write(this.#deck.brightness(value));
  }

  opened(): void {
    this.#isOpen = true;
    if (!this.#isShowing) this.#tell('closed', '');
    this.#first = new FirstReport();
    this.#pressedUnread.clear();
    this.#begin();
    if (this.#isShowing) this.#hello();
  }

  closed(reason: string): void {
    this.#tell('closed', reason);
    this.#isOpen = false;
    this.#begin();
    this.#callOffSleep();
    this.#callOffSecond();
  }

  written(): void {
    this.#writing = Math.max(0, this.#writing - 1);
    this.#callOffStall();
    if (this.#writing > 0) this.#watchForStall();
    this.#tell('stalls', '');
    this.#tell('closed', '');
    this.#draw();
  }

  read(report: Uint8Array, at: number): ControlEvent[] {
    // The first byte is the number of the report.
    const events = this.#first.counting(this.#deck.read(report.subarray(1)));
    return events.flatMap((event): ControlEvent[] => {
      const isUnread = event.kind === 'up' ? this.#pressedUnread.delete(event.control) : this.#isUnread(at);
      if (isUnread && event.kind === 'down') this.#pressedUnread.add(event.control);
      if (event.kind !== 'up') this.wake();
      return isUnread ? [] : [{ ...event, at }];
    });
  }

  #isUnread(at: number): boolean {
    return this.#isUsed && this.#hasDisplays && at >= this.#unread.from && at < this.#unread.until;
  }

  get #isShowing(): boolean {
    return this.#isOpen && (this.#isUsed || this.#isTested);
  }

  #begin(): void {
    this.#session += 1;
    this.#drawing = 0;
    this.#writing = 0;
    this.#setAsleep(false);
    this.#tell('stalls', '');
    this.#sent.clear();
    this.#callOffStall();
    this.#callOffAgain();
  }

  #hello(): void {
    if (!this.#isOpen) return;
    this.#sent.clear();
    this.#keepLast();
    this.#light();
    this.#showAll();
  }

  #leave(): void {
    this.#callOffSleep();
    this.#callOffSecond();
    this.#sent.clear();
    if (!this.#isOpen) return;
    // An asleep panel would stay dark, and each press would only wake it.
    const lit = this.#isAsleep ? this.#deck.brightness(this.#brightness) : [];
    this.#setAsleep(false);
    this.#write([...lit, ...this.#deck.logo()]);
    this.#port.writeLast([]);
  }

  /** The maker's logo hides what was on air. */
  #keepLast(): void {
    this.#port.writeLast([...this.#deck.brightness(this.#brightness), ...this.#deck.logo()]);
  }

  #isUrgent(): boolean {
    return [...this.#faces.values()].some(({ state }) => urgent.has(state));
  }

  wake(): void {
    if (this.#isAsleep) this.#light();
    else this.#stayLit();
  }

  #light(): void {
    this.#setAsleep(false);
    this.#readSoon();
    this.#write(this.#deck.brightness(this.#brightness));
    this.#stayLit();
  }

  #stayLit(): void {
    this.#callOffSleep();
    if (!this.#isShowing || !this.#hasDisplays) return;
    this.#callOffSleep = this.#port.clock.after(sleepsAfter, () => (this.#isUrgent() ? this.wake() : this.#sleep()));
  }

  #sleep(): void {
    this.#unread = { from: this.#port.clock.monotonic(), until: Infinity };
    this.#setAsleep(true);
    this.#write(this.#deck.brightness(0));
  }

  /** The keys become readable soon, except in a test, which shows their names. */
  #readSoon(): void {
    this.#unread.until = this.#isTested ? Infinity : this.#port.clock.monotonic() + readsAfter;
  }

  #setAsleep(isAsleep: boolean): void {
    if (this.#isAsleep === isAsleep) return;
    this.#isAsleep = isAsleep;
    this.#port.changed();
  }

  #showAll(): void {
    if (!this.#isShowing) return;
    for (const { name, shows } of this.#deck.controls) {
      if (shows === 'nothing') continue;
      const picture = this.#pictureOf(name);
      if (this.#sent.get(name) === JSON.stringify(picture)) this.#due.delete(name);
      else this.#due.set(name, picture);
    }
    this.#draw();
    this.#countDown();
  }

  #draw(): void {
    if (!this.#isShowing) return;
    for (const [name, picture] of this.#due) {
      if (this.#drawing + this.#writing >= together) return;
      this.#due.delete(name);
      this.#sent.set(name, JSON.stringify(picture));
      this.#send(name, picture);
    }
  }

  #pictureOf(control: string): KeyPicture {
    if (this.#isTested) return { kind: 'test', name: control };
    const face = this.#faces.get(control);
    if (!face) return dark;
    const left = face.due && Math.ceil(this.#leftOf(face.due) / 1_000);
    // Lamps have no state of their own for a hidden graphic.
    const lamp = face.state === 'off' ? undefined : face.state;
    const state = face.word === 'HIDDEN' && lamp === 'out' ? 'hidden' : lamp;
    // A name without drawable letters says less than the action.
    const name = plainLetters(face.name ?? '') || (face.does ?? '');
    return { kind: 'face', state, name, left, position: face.position };
  }

  /** Milliseconds until the automatic event. */
  #leftOf({ at, left }: NonNullable<Face['due']>): number {
    return Math.max(0, at === null ? (left ?? 0) : at - this.#port.clock.now());
  }

  #countDown(): void {
    this.#callOffSecond();
    const running = [...this.#faces.values()].flatMap(({ due }) => (due && due.at !== null ? this.#leftOf(due) : []));
    const seconds = running.filter((left) => left > 0).map((left) => left % 1_000 || 1_000);
    if (seconds.length === 0) return;
    this.#callOffSecond = this.#port.clock.after(Math.min(...seconds), () => this.#showAll());
  }

  #send(control: string, picture: KeyPicture): void {
    const session = this.#session;
    this.#drawing += 1;
    this.#drawPicture({ usb: this.#deck.usb, control, picture }).then(
      (reports) => {
        if (session !== this.#session) return;
        this.#drawing -= 1;
        this.#tell('undrawn', '');
        if (this.#isShowing) this.#write(reports);
      },
      (thrown: unknown) => {
        if (session !== this.#session) return;
        this.#drawing -= 1;
        // The key may show a false picture until the retry.
        this.#sent.delete(control);
        this.#callOffAgain();
        this.#callOffAgain = this.#port.clock.after(triedAgainAfter, () => this.#showAll());
        this.#tell('undrawn', texts.controls.notDrawn(thrown instanceof Error ? thrown.message : String(thrown)));
      },
    );
  }

  #write(reports: readonly HidReport[]): void {
    if (reports.length === 0) return;
    this.#writing += 1;
    if (this.#writing === 1) this.#watchForStall();
    this.#port.write(reports);
  }

  #watchForStall(): void {
    this.#callOffStall();
    this.#callOffStall = this.#port.clock.after(takesWithin, () => {
      this.#tell('stalls', texts.controls.refusesData);
    });
  }

  #tell(kind: 'closed' | 'stalls' | 'undrawn', sentence: string): void {
    if (this.#troubles[kind] === sentence) return;
    this.#troubles[kind] = sentence;
    this.#port.changed();
  }
}
