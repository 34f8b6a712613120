import type { InUse } from '../../contract/desk-api/backup.ts';
import type { DesksFrame } from '../../contract/service-api/desk-presence.ts';
import type { TruthLink } from '../app/link/truth-link.ts';

/** The service where a pair's desks see each other: the backup's, else the main's, else none. */
export type Meeting = InUse | 'nowhere';

const trust: Record<Meeting, number> = { nowhere: 0, main: 1, backup: 2 };

/** How far desks can rely on seeing each other there; 0 while unknown. */
export function trustIn(meeting: Meeting | undefined): number {
  return meeting === undefined ? 0 : trust[meeting];
}

export interface PairMeetingPorts {
  report(which: InUse): DesksFrame | undefined;
  meet(meeting: Meeting): void;
  onDesks(frame: DesksFrame): void;
  lose(): void;
}

/**
 * The place where a pair's desks meet. Only services that push changes show desks; a lost service keeps its last mode.
 */
export class PairMeeting {
  readonly #ports: PairMeetingPorts;
  readonly #modes: Partial<Record<InUse, TruthLink['mode']>> = {};
  #place: Meeting | undefined;

  constructor(ports: PairMeetingPorts) {
    this.#ports = ports;
  }

  get place(): Meeting | undefined {
    return this.#place;
  }

  /** `report` is used if desks meet at this side. */
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
