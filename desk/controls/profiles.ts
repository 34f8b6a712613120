import { texts } from '../../contract/texts/texts.ts';
import { errorIn } from '../../contract/errors.ts';
import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import { lineOfPath, parseJson } from '../live-data/tables/json-lines.ts';
import type { WatchFolder } from '../live-data/data-ports.ts';
import { DeviceProfile, genericProfile, hasProfile, isPair } from '../../surfaces/profiles/device-profile.ts';
import apc40Mk2 from '../../surfaces/profiles/akai-apc40-mk2.json' with { type: 'json' };
import apcMiniMk2 from '../../surfaces/profiles/akai-apc-mini-mk2.json' with { type: 'json' };
import beatStep from '../../surfaces/profiles/arturia-beatstep.json' with { type: 'json' };
import bcf2000 from '../../surfaces/profiles/behringer-bcf2000.json' with { type: 'json' };
import xTouch from '../../surfaces/profiles/behringer-x-touch.json' with { type: 'json' };
import xTouchMini from '../../surfaces/profiles/behringer-x-touch-mini.json' with { type: 'json' };
import nanoKontrol2 from '../../surfaces/profiles/korg-nanokontrol2.json' with { type: 'json' };
import launchpadMiniMk3 from '../../surfaces/profiles/novation-launchpad-mini-mk3.json' with { type: 'json' };
import launchpadMk2 from '../../surfaces/profiles/novation-launchpad-mk2.json' with { type: 'json' };
import launchpadX from '../../surfaces/profiles/novation-launchpad-x.json' with { type: 'json' };

export const ownProfiles: readonly DeviceProfile[] = [
  apcMiniMk2,
  apc40Mk2,
  launchpadMiniMk3,
  launchpadMk2,
  launchpadX,
  xTouchMini,
  xTouch,
  bcf2000,
  nanoKontrol2,
  beatStep,
].map((profile) => DeviceProfile.parse(profile));

/**
 * The profiles of operators, read again after each change of a file, and those of the desk. A file with a mistake keeps
 * its last valid profile.
 */
export class Profiles {
  readonly #watched: { close(): void } | undefined;
  readonly #ofOperators = new Map<string, DeviceProfile>();

  /** `folder`: the absolute path of the operators' profiles; undefined for none. */
  constructor(
    watchFolder: WatchFolder,
    folder: string | undefined,
    { changed, notice }: { changed(): void; notice(text: string): void },
  ) {
    if (folder === undefined) return;
    const wrong = (name: string, why: string): void => notice(texts.profiles.problem(name, why));
    this.#watched = watchFolder(folder, {
      file: ({ name, bytes }) => {
        if (!name.endsWith('.json')) return;
        const read = readProfile(new TextDecoder().decode(bytes));
        if (typeof read === 'string') return wrong(name, texts.profiles.stays(read));
        this.#ofOperators.set(name, read);
        changed();
      },
      unreadable: wrong,
      gone: (name) => {
        if (this.#ofOperators.delete(name)) changed();
      },
      folder: () => undefined,
    });
  }

  /** Falls back to the generic profile. `device` has no suffix for alike devices. */
  of(device: string): DeviceProfile {
    return this.#all.find((profile) => hasProfile(profile, device)) ?? genericProfile;
  }

  isPair(input: string, output: string): boolean {
    return isPair(this.of(input), input, output);
  }

  get #all(): DeviceProfile[] {
    // Sorted, so that after each start the same file wins for a device with two profiles.
    const byName = [...this.#ofOperators]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, profile]) => profile);
    return [...byName, ...ownProfiles];
  }

  close(): void {
    this.#watched?.close();
  }
}

/** Returns the profile, or a sentence that names the line of the first mistake. */
export function readProfile(text: string): DeviceProfile | string {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    return texts.data.noJson(errorIn(error).message);
  }
  const profile = DeviceProfile.safeParse(json);
  if (profile.success) return profile.data;
  const { issues } = profile.error;
  return texts.profiles.line(lineOfPath(text, issues[0]?.path ?? []), inShort(schemaProblems(issues)));
}
