import type { DeviceProfile } from '../profiles/device-profile.ts';

/** What may have any MIDI port. */
const everywhere = ['an audio workstation', 'Companion', 'a page in a browser that uses MIDI'];

/** Whom a device cannot be shared with, where another program may have it: MIDI on Windows belongs to one program at a time. */
export function rivalsOf({ alsoOpenedBy }: Pick<DeviceProfile, 'alsoOpenedBy'>): string {
  const programs = [...alsoOpenedBy, ...everywhere];
  return `Close what may have it, such as ${programs.slice(0, -1).join(', ')} or ${programs.at(-1)}; it is tried again every two seconds.`;
}
