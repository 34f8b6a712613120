import type { InUse } from '../../contract/desk-api/backup.ts';
import type { DesksFrame } from '../../contract/service-api/desk-presence.ts';
import type { TruthLink } from '../app/link/truth-link.ts';

/** The service through which the desks of a pair see each other: the backup's, else the main's, else none. */
export type Meeting = InUse | 'nowhere';

const trust: Record<Meeting, number> = { nowhere: 0, main: 1, backup: 2 };

/** How far desks can rely on seeing each other at this place. Nothing is known before the services were heard. */
export function trustIn(meeting: Meeting | undefined): number {
  return meeting === undefined ? 0 : trust[meeting];
}

export interface PairMeetingPorts {
  /** The last report of the desks at the main or the backup. */
  report(which: InUse): DesksFrame | undefined;
  /** Desks meet there from now on. */
  meet(meeting: Meeting): void;
  /** The service where they meet reports them. */
  onDesks(frame: DesksFrame): void;
  /** That service is lost. */
  lose(): void;
}

/**
 * Where the desks of a pair meet. Only a service that pushes changes shows desks to each other. One that is lost counts as
 * it was heard last.
 */
export class PairMeeting {
  readonly #ports: PairMeetingPorts;
  readonly #modes: Partial<Record<InUse, TruthLink['mode']>> = {};
  #place: Meeting | undefined;

  constructor(ports: PairMeetingPorts) {
    this.#ports = ports;
  }

  /** Undefined until it is known. */
  get place(): Meeting | undefined {
    return this.#place;
  }

  /** The main or the backup was heard, and reports its desks by this if it is where they meet. */
  heard(which: InUse, mode: TruthLink['mode'], report?: DesksFrame): void {
    this.#modes[which] = mode;
    const place = this.#found;
    if (place !== undefined && place !== this.#place) {
      this.#place = place;
      this.#ports.meet(place);
      const there = place === 'nowhere' ? undefined : this.#ports.report(place);
      if (there) this.#ports.onDesks(there);
    } else if (report && place === which) this.#ports.onDesks(report);
  }

  /** The main or the backup is lost. */
  lost(which: InUse): void {
    if (this.#place === which) this.#ports.lose();
  }

  get #found(): Meeting | undefined {
    const { main, backup } = this.#modes;
    if (backup === 'live') return 'backup';
    if (backup === undefined || main === undefined) return undefined;
    return main === 'live' ? 'main' : 'nowhere';
  }
}
