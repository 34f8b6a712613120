import type { HidReport } from '../../contract/devices/driver.ts';
import type { LampState } from '../../contract/desk-api/controller.ts';
import type { Lights, XKeys } from './x-keys.ts';
import type { ControlEvent, Face, SurfaceControl } from '../surface.ts';
import { FirstReport, type HidSurface, type PanelPort } from './hid-surface.ts';

/** The two lights of each key. All states differ; the red light is steady exactly while something is on air. */
const lights: Readonly<Record<LampState, Lights>> = {
  off: { blue: 'off', red: 'off' },
  out: { blue: 'on', red: 'off' },
  cued: { blue: 'blink', red: 'off' },
  requested: { blue: 'blink', red: 'blink' },
  onAir: { blue: 'off', red: 'on' },
  requestedOnAir: { blue: 'blink', red: 'on' },
  failed: { blue: 'off', red: 'blink' },
  failedOnAir: { blue: 'on', red: 'on' },
  unknown: { blue: 'on', red: 'blink' },
};
const tested: Lights = { blue: 'on', red: 'on' };

export class XKeysSurface implements HidSurface {
  readonly plain: string;
  readonly place: string | undefined;
  trouble = '';
  readonly #panel: XKeys;
  readonly #port: PanelPort;
  #first = new FirstReport();
  #isOpen = false;
  #isUsed = false;
  #isTested = false;
  #brightness = 1;
  #faces: ReadonlyMap<string, Face> = new Map();
  readonly #lit = new Map<string, string>();

  constructor(panel: XKeys, port: PanelPort) {
    this.plain = port.plain;
    this.place = port.place;
    [this.#panel, this.#port] = [panel, port];
  }

  get model(): string {
    return this.#panel.name;
  }

  get controls(): readonly SurfaceControl[] {
    return this.#panel.controls.map(({ name, kind, shows, at }) => {
      return { name, kind, has: shows === 'nothing' ? {} : { lamp: true }, at };
    });
  }

  mapped(controls: ReadonlySet<string>): void {
    const isUsed = controls.size > 0;
    if (isUsed === this.#isUsed) return;
    this.#isUsed = isUsed;
    if (isUsed) this.#hello();
    else this.#dark();
  }

  show(faces: ReadonlyMap<string, Face>): void {
    this.#faces = faces;
    this.#light();
  }

  testLamps(isTested: boolean): void {
    this.#isTested = isTested;
    if (!this.#isUsed && isTested) this.#hello();
    else if (!this.#isUsed) this.#dark();
    else this.#light();
  }

  brightness(value: number): void {
    this.#brightness = value;
    if (this.#isOpen) this.#send(this.#panel.brightness(value));
  }

  opened(): void {
    this.#isOpen = true;
    this.#first = new FirstReport();
    this.#lit.clear();
    if (this.#isUsed || this.#isTested) this.#hello();
    else this.trouble = '';
  }

  closed(reason: string): void {
    this.trouble = reason;
    this.#isOpen = false;
  }

  written(): void {
    if (this.trouble === '') return;
    this.trouble = '';
    this.#port.changed();
  }

  read(report: Uint8Array, at: number): ControlEvent[] {
    return this.#first.counting(this.#panel.read(report)).map((event) => ({ ...event, at }));
  }

  #hello(): void {
    if (!this.#isOpen) return;
    this.#lit.clear();
    this.#port.writeLast(this.#panel.dark());
    this.#send([...this.#panel.hello(), ...this.#panel.brightness(this.#brightness)]);
    this.#light();
  }

  #dark(): void {
    this.#lit.clear();
    if (!this.#isOpen) return;
    this.#send(this.#panel.dark());
    this.#port.writeLast([]);
  }

  #light(): void {
    if (!this.#isOpen || !(this.#isUsed || this.#isTested)) return;
    const reports = this.#panel.controls.flatMap(({ name, shows }) => {
      const wanted = this.#isTested ? tested : lights[this.#faces.get(name)?.state ?? 'off'];
      const known = JSON.stringify(wanted);
      if (shows === 'nothing' || (this.#lit.get(name) ?? JSON.stringify(lights.off)) === known) return [];
      this.#lit.set(name, known);
      return this.#panel.light(name, wanted);
    });
    this.#send(reports);
  }

  #send(reports: readonly HidReport[]): void {
    if (reports.length > 0) this.#port.write(reports);
  }
}
