import { texts } from '../../contract/texts/texts.ts';
import type { BackupSettings, InUse } from '../../contract/desk-api/backup.ts';
import type { AppState } from '../app/app-state.ts';
import type { Notices } from '../screens/notices.ts';

/** Says that a side did not confirm a panic, until nothing of that side is seen In, whichever side is active then. */
export class PanicNotice {
  readonly #notices: Pick<Notices, 'keep'>;
  readonly #names: () => Pick<BackupSettings, InUse>;
  #side: InUse | undefined;

  constructor(notices: Pick<Notices, 'keep'>, names: () => Pick<BackupSettings, InUse>) {
    [this.#notices, this.#names] = [notices, names];
  }

  raise(side: InUse, text: string, alarm: boolean): void {
    this.#side = side;
    const words = texts.backup.sideSays(side, this.#names()[side].name, text);
    this.#notices.keep({ id: this.#id, text: words, ...(alarm && { alarm }) });
  }

  look(stateOf: (side: InUse) => Pick<AppState, 'isBelieved' | 'believedIn'>): void {
    const side = this.#side;
    if (!side) return;
    const { isBelieved, believedIn } = stateOf(side);
    if (!isBelieved || believedIn.size > 0) return;
    this.#side = undefined;
    this.#notices.keep({ id: this.#id, text: texts.panic.confirmedNow(this.#names()[side].name) });
  }

  get #id(): string {
    return `backup ${this.#names().main.key} panic`;
  }
}
