import type { PortInfo } from '../../contract/devices/driver.ts';

/**
 * The name of a panel, given what it is. It is known by its model and its serial number, so that a mapping survives a replug at another
 * place; without a serial number others alike have the same name.
 */
export function panelName({ serial }: PortInfo, model: string): string {
  return [model, plainSerial(serial)].join(' ').trim();
}

/** Some panels give zeros or one digit for a serial number, which tells nobody apart. */
function plainSerial(serial = ''): string {
  const plain = serial.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return /^0*\d?$/.test(plain) ? '' : plain;
}
