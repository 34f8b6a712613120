import { basename } from 'node:path';
import { systemClock } from '../node/clock.ts';
import { licencesIn, type thisApplication } from '../node/updates/installed.ts';
import { shellWord } from '../node/shell-word.ts';
import { updateShelf } from '../node/updates/update-shelf.ts';
import type { CheckedInstaller, UpdatePorts } from '../desk/update-ports.ts';
import { places } from './places.ts';

/** A host has no window and may not install: an authorised user runs a command. */
export function updatePorts(data: string, { keys, ...installed }: ReturnType<typeof thisApplication>): UpdatePorts {
  return {
    installed,
    shelf: updateShelf(data, { keys, now: systemClock.now }),
    licences: () => licencesIn(places.licences),
    handOver: (installer) => Promise.resolve({ how: 'command', command: rootCommand(installer) }),
  };
}

/**
 * The root command checks the package again where only root can write, so an unprivileged service cannot change it.
 * Skips recommended packages: without a network apt would fail because of them.
 */
export function rootCommand({ path, sha256, stepBack }: CheckedInstaller): string {
  const own = `/root/${basename(path)}`;
  return [
    `sudo install -m 644 ${shellWord(path)} ${own}`,
    `echo '${sha256}  ${own}' | sudo sha256sum --check --strict`,
    `sudo apt-get install --no-install-recommends ${stepBack ? '--allow-downgrades ' : ''}${own}`,
  ].join(' && ');
}
