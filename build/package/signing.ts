import { unsignedName } from '../../contract/release.ts';
import { gpgSigner } from './sign-linux.ts';
import { macSigner } from './sign-mac.ts';
import { windowsSigner } from './sign-windows.ts';
import type { System } from './flags.ts';
import type { Signer, SigningEnv } from './signer.ts';

/** What signs the packages of a system; undefined if the environment names nothing, which marks them as UNSIGNED. */
export function signerOf(system: System, env: SigningEnv): Signer | undefined {
  const signers = { linux: gpgSigner, win32: windowsSigner, darwin: macSigner };
  return signers[system](env);
}

/** What is of use only beside something else, by system: a password of nothing is a mistake, and no wish for packages that are UNSIGNED. */
const halves: Record<System, readonly (readonly [string, string])[]> = {
  linux: [['OVERLAY_GPG_PASSPHRASE', 'OVERLAY_GPG_KEY']],
  win32: [['WIN_CSC_KEY_PASSWORD', 'WIN_CSC_LINK']],
  darwin: [
    ['CSC_KEY_PASSWORD', 'CSC_LINK'],
    ['APPLE_API_KEY', 'CSC_LINK or CSC_NAME'],
    ['APPLE_ID', 'CSC_LINK or CSC_NAME'],
  ],
};

/** The name of what signs the packages of a system; undefined if nobody does. Packages for Linux are signed by the seal of their release too. */
export function signer(system: System, env: SigningEnv): string | undefined {
  const sealed = system === 'linux' && env.OVERLAY_RELEASE_KEY ? 'the seal of their release' : undefined;
  return signerOf(system, env)?.name ?? sealed;
}

/** What the names of packages end with that nobody signs. */
export function unsignedMark(system: System): string {
  return signer(system, process.env) === undefined ? unsignedName : '';
}

/** Throws a sentence if the environment names only half of what signs the packages of a system, so that nothing would be signed. */
export function refuseHalf(system: System, env: SigningEnv): void {
  if (signerOf(system, env)) return;
  const [half, whole] = halves[system].find(([name]) => env[name]) ?? [];
  if (half === undefined) return;
  throw new Error(`${half} is set, and ${whole} is not, so nothing would be signed. Set it too, or unset ${half}.`);
}
