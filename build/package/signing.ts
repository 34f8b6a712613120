import { gpgSigner } from './sign-linux.ts';
import { macSigner } from './sign-mac.ts';
import { windowsSigner } from './sign-windows.ts';
import type { System } from './flags.ts';
import type { Signer, SigningEnv } from './signer.ts';

/**
 * What signs the packages of a system; undefined if the environment names nothing, which marks them as UNSIGNED. Throws a sentence if
 * the environment names one half.
 */
export function signerOf(system: System, env: SigningEnv): Signer | undefined {
  const signers = { linux: gpgSigner, win32: windowsSigner, darwin: macSigner };
  return signers[system](env);
}

/** The name of what signs the packages of a system; undefined if nobody does. Packages for Linux are signed by the seal of their release too. */
export function signer(system: System, env: SigningEnv): string | undefined {
  const sealed = system === 'linux' && env.OVERLAY_RELEASE_KEY ? 'the seal of their release' : undefined;
  return signerOf(system, env)?.name ?? sealed;
}

/** What the names of packages end with that nobody signs. */
export function unsignedMark(system: System): string {
  return signer(system, process.env) === undefined ? '-UNSIGNED' : '';
}
