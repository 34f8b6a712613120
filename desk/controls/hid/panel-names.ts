import type { PortInfo } from '../../../contract/devices/driver.ts';

/**
 * The names of some panels, by the ids of their ports, given what each is. A panel is known by its model and its serial number, so that a
 * mapping survives a replug at another place; one without a serial number by its order among those of its model.
 */
export function panelNames(ports: readonly PortInfo[], modelOf: (port: PortInfo) => string): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    ports.map((port) => {
      const plain = [modelOf(port), plainSerial(port.serial)].join(' ').trim();
      const count = (counts.get(plain) ?? 0) + 1;
      counts.set(plain, count);
      return [port.id, count === 1 ? plain : `${plain} (${count})`];
    }),
  );
}

/** Some panels give zeros or one digit for a serial number, which tells nobody apart. */
function plainSerial(serial = ''): string {
  const plain = serial.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return /^0*\d?$/.test(plain) ? '' : plain;
}
