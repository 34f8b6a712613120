import type { PortInfo } from '../../contract/devices/driver.ts';

/**
 * Model and serial number, so that a mapping survives a replug elsewhere. Panels without a serial number share a name.
 */
export function panelName({ serial }: PortInfo, model: string): string {
  return [model, plainSerial(serial)].join(' ').trim();
}

/** Some panels report zeros or one digit, which identify nothing. */
function plainSerial(serial = ''): string {
  const plain = serial.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return /^0*\d?$/.test(plain) ? '' : plain;
}
