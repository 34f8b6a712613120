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

/** The profiles that come with the desk. */
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

export interface ProfilesPorts {
  watchFolder: WatchFolder;
  /** The folder with profiles of operators, absolute; undefined where there is none. */
  folder: string | undefined;
  /** Other devices may have other profiles now. */
  changed(): void;
  /** Shows the operators a sentence until it is dismissed. */
  notice(text: string): void;
}

/**
 * The profiles of devices: those of operators, read whenever one of their files changes, and those that come with the desk. A file with
 * a mistake changes nothing: what was read of it before stays.
 */
export class Profiles {
  readonly #watched: { close(): void } | undefined;
  /** By the names of their files. */
  readonly #ofOperators = new Map<string, DeviceProfile>();

  constructor({ watchFolder, folder, changed, notice }: ProfilesPorts) {
    if (folder === undefined) return;
    const wrong = (name: string, why: string): void => notice(`The device profile ${name}: ${why}`);
    this.#watched = watchFolder(folder, {
      file: ({ name, bytes }) => {
        if (!name.endsWith('.json')) return;
        const read = readProfile(new TextDecoder().decode(bytes));
        if (typeof read === 'string') return wrong(name, `${read} What was read of it before stays.`);
        this.#ofOperators.set(name, read);
        changed();
      },
      unreadable: wrong,
      gone: (name) => {
        if (this.#ofOperators.delete(name)) changed();
      },
      // Most desks have no such folder.
      folder: () => undefined,
    });
  }

  /** The profile of a device with this name, without what tells it apart from others alike; that of any device if it has no other. */
  of(device: string): DeviceProfile {
    return this.#all.find((profile) => hasProfile(profile, device)) ?? genericProfile;
  }

  isPair(input: string, output: string): boolean {
    return isPair(this.of(input), input, output);
  }

  get #all(): DeviceProfile[] {
    // By the names of their files, so that of two for one device it is the same one after each start.
    const byName = [...this.#ofOperators]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, profile]) => profile);
    return [...byName, ...ownProfiles];
  }

  close(): void {
    this.#watched?.close();
  }
}

/** The profile in a text, or a sentence that names the line of the first mistake. */
export function readProfile(text: string): DeviceProfile | string {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    return `This is no JSON: ${(error as Error).message}.`;
  }
  const profile = DeviceProfile.safeParse(json);
  if (profile.success) return profile.data;
  const { issues } = profile.error;
  return `Line ${lineOfPath(text, issues[0]?.path ?? [])}: ${inShort(schemaProblems(issues))}.`;
}
