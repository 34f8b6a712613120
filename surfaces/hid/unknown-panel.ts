import type { ControlEvent } from '../surface.ts';
import type { HidSurface, PanelIdentity } from './hid-surface.ts';

/** A panel of an unknown model. Shown so that the operator does not wait for it. */
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
    // No controls.
  }

  show(): void {
    // No displays.
  }

  testLamps(): void {
    // No lamps.
  }

  opened(): void {
    // Never opened.
  }

  closed(): void {
    // Never opened.
  }

  written(): void {
    // Never written to.
  }

  read(): ControlEvent[] {
    return [];
  }
}
