import type { ControlEvent } from '../surface.ts';
import type { HidSurface, PanelIdentity } from './hid-surface.ts';

/** A panel of a model that the desk does not know. It is shown, so that nobody waits for it. */
export class UnknownPanel implements HidSurface {
  readonly plain: string;
  readonly place: string | undefined;
  readonly model = 'an unknown panel';
  trouble = 'The desk does not know this model, so nothing is sent to it and nothing heard from it.';
  readonly controls = [];

  constructor({ plain, place }: PanelIdentity) {
    this.plain = plain;
    this.place = place;
  }

  mapped(): void {
    // It has no controls.
  }

  show(): void {
    // It can show nothing.
  }

  testLamps(): void {
    // It has no lamps.
  }

  opened(): void {
    // It is never opened.
  }

  closed(): void {
    // It is never opened.
  }

  written(): void {
    // Nothing is written to it.
  }

  read(): ControlEvent[] {
    return [];
  }
}
