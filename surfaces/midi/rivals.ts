import type { DeviceProfile } from '../profiles/device-profile.ts';

const everywhere = ['an audio workstation', 'Companion', 'a page in a browser that uses MIDI'];

/** Programs that may hold the device: MIDI on Windows belongs to one program at a time. */
export function rivalsOf({ alsoOpenedBy }: Pick<DeviceProfile, 'alsoOpenedBy'>): string {
  const programs = [...alsoOpenedBy, ...everywhere];
  return `Close what may have it, such as ${programs.slice(0, -1).join(', ')} or ${programs.at(-1)}; it is tried again every two seconds.`;
}
