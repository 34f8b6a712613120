import { basename } from 'node:path';
import { systemClock } from '../node/clock.ts';
import { licencesIn, type thisApplication } from '../node/updates/installed.ts';
import { shellWord } from '../node/shell-word.ts';
import { updateShelf } from '../node/updates/update-shelf.ts';
import type { CheckedInstaller, UpdatePorts } from '../desk/update-ports.ts';
import { places } from './places.ts';

/** Updates of a host, which has no window and may not install: somebody who may runs a command. */
export function updatePorts(data: string, { keys, ...installed }: ReturnType<typeof thisApplication>): UpdatePorts {
  return {
    installed,
    shelf: updateShelf(data, { keys, now: systemClock.now }),
    licences: () => licencesIn(places.licences),
    handOver: (installer) => Promise.resolve({ how: 'command', command: rootCommand(installer) }),
  };
}

/**
 * The command that installs a package as root. It checks the package once more where only root can write: a service without rights must not
 * choose what root installs. What is only recommended is left as it is: without a network apt would install nothing for its sake.
 */
export function rootCommand({ path, sha256, stepBack }: CheckedInstaller): string {
  const own = `/root/${basename(path)}`;
  return [
    `sudo install -m 644 ${shellWord(path)} ${own}`,
    `echo '${sha256}  ${own}' | sudo sha256sum --check --strict`,
    `sudo apt-get install --no-install-recommends ${stepBack ? '--allow-downgrades ' : ''}${own}`,
  ].join(' && ');
}
