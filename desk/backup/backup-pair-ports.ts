import type { Operation, Outcome, Press } from '../app/operation.ts';
import type { Clock } from '../ports.ts';

export interface BackupPairPorts {
  clock: Clock;
  /** 0 to 1, to spread reconnects. */
  random(): number;
  /** How the backup stands has changed: `OpenApp.backup` of the app holds it. */
  changed(): void;
  /** The settings have changed. */
  keep(): void;
  /** A fail-over or a fail-back ended. */
  ended(operation: Operation, outcome: Outcome): void;
  /** The press of a desk that acts by itself. */
  ownPress(detail: string): Press;
  /** The operator must know this; it takes the place of what was told `about` the same. */
  notice(text: string, about?: 'panic'): void;
}
