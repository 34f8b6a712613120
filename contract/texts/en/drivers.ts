export const drivers = {
  deviceGone: (device: string) => `${device} is not there any more.`,
  gone: 'It is not there any more.',
  silent: (reason: string) => `It does not answer any more (${reason}).`,
  takesNothing: (reason: string) => `It does not take what is written to it (${reason}).`,
  notAllowed: (device: string, reason: string) =>
    `This user may not open ${device} (${reason}). On Linux a rule for udev allows it, as panels.md of the manual says.`,
  keptOut: (device: string, reason: string) =>
    `The system keeps this program from ${device} (${reason}). The unit of systemd or the container must allow the device.`,
  panelTaken: (device: string, programs: string, reason: string) =>
    `${device} cannot be opened; another program may have it, such as ${programs} (${reason}).`,
  portTaken: (device: string, reason: string) => `${device} cannot be opened; another program may have it (${reason}).`,
  portsChange: 'The MIDI ports of this machine change too fast to open one.',
  portTakesNothing: (reason: string) => `It does not take what is sent to it (${reason}).`,
  nameTwice: (device: string) =>
    `Another device with the name ${device} came or went, so the desk does not know which of them this is.`,
  noMidi: 'There is no MIDI system on this machine',
  midiNotAllowed: 'This user may not open MIDI ports. On Linux the group audio allows them',
  midiKeptOut:
    'The system keeps this program from MIDI. The unit of systemd or the container must allow the devices of ALSA',
};
