import { texts } from '../../contract/texts/texts.ts';
import type { About, HandOver, updateCalls, UpdateOffer, UpdateSource } from '../../contract/desk-api/update.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import { compareVersions, kindOf } from '../../contract/release.ts';
import { onScreen } from '../app/presses.ts';
import type { RunList } from '../cues/run-list.ts';
import type { Ground } from '../ground.ts';
import type { ShowLock } from '../operate/show-lock.ts';
import type { FoundRelease, UpdatePorts } from '../update-ports.ts';
import { judgeRelease, notKept, type Situation, situationProblems } from './judgement.ts';

interface AroundShow {
  lock: Pick<ShowLock, 'view'>;
  cues: { list: Pick<RunList, 'waiting'> };
}

interface Wanted {
  from: UpdateSource;
  stepBack: boolean;
}

interface ConfirmedUpdate {
  sha256: string;
  /** The data copy to restore; null for none. */
  restore: string | null;
}

interface Accepted {
  release: FoundRelease;
  installer: string;
}

/**
 * Installs another version from the operator's folder. Nothing is searched automatically, and only checked files are
 * installed.
 */
export class Updates {
  readonly #ground: Ground;
  readonly #around: AroundShow;
  #installing = false;

  constructor(ground: Ground, around: AroundShow) {
    [this.#ground, this.#around] = [ground, around];
  }

  readonly calls: Calls<{ calls: typeof updateCalls }> = {
    about: () => this.#about(),
    licences: async () => ({ text: await this.#updates.licences() }),
    chooseUpdateFolder: async () => {
      const { chooseFolder } = this.#updates;
      if (!chooseFolder) throw new OverlayError('call-invalid', texts.updates.noDialog);
      return { folder: (await chooseFolder()) ?? null };
    },
    findUpdate: async (wanted) => this.#offer(wanted, await this.#accepted(wanted)),
    keepInstaller: ({ from, sha256 }) =>
      this.#recorded(texts.updates.keepAction(named(from)), () => this.#keep(from, sha256)),
    installUpdate: async ({ sha256, restore, ...wanted }) =>
      this.#recorded(texts.updates.installAction(named(wanted.from)), () => this.#install(wanted, { sha256, restore })),
    dataCopies: () => this.#updates.shelf.copies(),
    restoreData: ({ id }) => {
      const { version } = this.#updates.installed;
      this.#updates.shelf.planRestore({ id, version, by: version });
      this.#record(texts.updates.restoreAction);
    },
  };

  #record(action: string, error?: OverlayError): void {
    const { recording, presses } = this.#ground;
    recording.ofDesk({ kind: 'update', action }, presses.uncounted({ trigger: onScreen, age: 0 }), error);
  }

  /** Resolves with whether everything is on the disk. */
  async #save(): Promise<boolean> {
    const { settings, prepared, show } = this.#ground;
    return (await Promise.all([settings, prepared, show].map((one) => one.saved()))).every(Boolean);
  }

  get #updates(): UpdatePorts {
    const { updates } = this.#ground.outside;
    if (!updates) throw new OverlayError('call-invalid', texts.updates.impossible);
    return updates;
  }

  #about(): About {
    const { installed, chooseFolder, shelf } = this.#updates;
    const { marked, changedAt, machine, notUpdatable, version } = installed;
    const kept = shelf.kept();
    return {
      version: marked,
      changedAt,
      machine,
      notUpdatable,
      asksForFolder: chooseFolder !== undefined,
      stepBack: kept.find((one) => compareVersions(one, version) < 0) ?? null,
      notKept: notUpdatable === '' ? notKept(installed, kept) : '',
    };
  }

  /** Throws `update-refused` with a sentence. Reads the whole installer. */
  async #accepted({ from, stepBack }: Wanted): Promise<Accepted> {
    const { shelf, installed } = this.#updates;
    if (installed.notUpdatable !== '') throw refused(installed.notUpdatable);
    const release = await shelf.read(from);
    const { facts, names } = release;
    const now = this.#ground.clock.now();
    const judged = judgeRelease({ facts, names, installed, now, stepBack, kept: 'kept' in from });
    if (typeof judged === 'string') throw refused(judged);
    const problem = await release.problem(judged.installer);
    if (problem !== undefined) throw refused(problem);
    return { release, installer: judged.installer };
  }

  async #offer({ stepBack }: Wanted, { release, installer: name }: Accepted): Promise<UpdateOffer> {
    const { version, released, expires, changes } = release.facts;
    const { shelf, installed } = this.#updates;
    const runs = version === installed.version;
    if (runs && shelf.kept().includes(version)) throw refused(texts.updates.kept(version));
    const copies = stepBack && !runs ? await shelf.copies() : [];
    return {
      version,
      released: released ?? null,
      expires,
      changes: changes ?? '',
      runs,
      installer: { name, bytes: release.bytes(name), sha256: release.sha256(name) },
      notNow: runs ? [] : situationProblems(this.#situation),
      copy: copies.find((copy) => copy.version === version) ?? null,
    };
  }

  /** Keeps the running version's installer for a step back; the show is not affected. */
  async #keep(from: UpdateSource, sha256: string): Promise<About> {
    const { shelf, installed } = this.#updates;
    const { release, installer } = await this.#accepted({ from, stepBack: false });
    const { version } = release.facts;
    if (version !== installed.version) {
      const said = texts.updates.notInstalled(version, installed.version);
      throw refused(said);
    }
    checkOffered(release, { installer, sha256 });
    await shelf.take(release, { installer, keep: shelf.kept() });
    return this.#about();
  }

  async #install(wanted: Wanted, { sha256, restore }: ConfirmedUpdate): Promise<HandOver> {
    this.#refuseNow();
    const { shelf, installed, handOver } = this.#updates;
    const { release, installer } = await this.#accepted(wanted);
    const { version } = release.facts;
    if (version === installed.version) throw refused(texts.updates.installed(version));
    checkOffered(release, { installer, sha256 });
    const path = await shelf.take(release, { installer, keep: [installed.version] });
    if (!(await this.#save())) throw refused(texts.updates.notSaved);
    shelf.planRestore(restore === null ? null : { id: restore, version, by: installed.version });
    try {
      await shelf.copy(installed.version);
      // During the copy (seconds), the installer may have been replaced, or a graphic taken on air.
      await this.#checkAgain(version, { installer, sha256 });
      this.#refuseNow();
      this.#ground.outside.log.write({
        level: 'info',
        where: 'updates',
        message: texts.updates.handingOver(installer),
        fields: { path, sha256 },
      });
      return await handOver({ path, sha256, kind: kindOf(installer), stepBack: wanted.stepBack });
    } catch (thrown) {
      shelf.planRestore(null);
      throw thrown;
    }
  }

  /** Throws `update-refused` unless the kept installer is still the offered installer. */
  async #checkAgain(version: string, { installer, sha256 }: { installer: string; sha256: string }): Promise<void> {
    const kept = await this.#updates.shelf.read({ kept: version });
    const isOther = kept.sha256(installer) !== sha256 || (await kept.problem(installer)) !== undefined;
    if (isOther) throw refused(texts.updates.replaced(installer));
  }

  /** Runs one installation at a time, and logs its outcome. */
  async #recorded<Answer>(action: string, install: () => Promise<Answer>): Promise<Answer> {
    if (this.#installing) throw refused(texts.updates.underWay);
    this.#installing = true;
    try {
      const answer = await install();
      this.#record(action);
      return answer;
    } catch (thrown) {
      const error = thrown instanceof OverlayError ? thrown : refused(errorIn(thrown).message);
      this.#record(action, error);
      this.#ground.outside.log.write({
        level: 'warn',
        where: 'updates',
        message: `${action}: ${error.message}`,
        cause: thrown,
      });
      throw error;
    } finally {
      this.#installing = false;
    }
  }

  #refuseNow(): void {
    const [problem] = situationProblems(this.#situation);
    if (problem !== undefined) throw refused(problem);
  }

  get #situation(): Situation {
    const onAir: string[] = [];
    const unknown: string[] = [];
    for (const app of this.#ground.apps.all) {
      for (const { item } of app.state.confirmed.all) {
        const { onAir: is, requested } = app.state.view(item.id);
        if (is === 'unknown') unknown.push(item.name);
        else if (is === 'yes' || requested !== null) onAir.push(item.name);
      }
    }
    return { onAir, unknown, cues: this.#around.cues.list.waiting, locked: this.#around.lock.view.locked };
  }
}

function refused(why: string): OverlayError {
  return new OverlayError('update-refused', why);
}

function named(from: UpdateSource): string {
  return 'kept' in from ? texts.updates.keptOf(from.kept) : from.folder;
}

/** Throws `update-refused` unless the operator was shown this installer. */
function checkOffered(release: FoundRelease, { installer, sha256 }: { installer: string; sha256: string }): void {
  if (release.sha256(installer) !== sha256) throw refused(texts.updates.otherInstaller);
}
