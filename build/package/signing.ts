import { unsignedName } from '../../contract/release.ts';
import { gpgSigner } from './sign-linux.ts';
import { macSigner } from './sign-mac.ts';
import { windowsSigner } from './sign-windows.ts';
import type { System } from './flags.ts';
import type { Signer, SigningEnv } from './signer.ts';
import { publicKeys } from '../../node/updates/release-folder.ts';
import { namedFile, releaseKey } from '../named-file.ts';
import { publicHalf } from '../release/release.ts';

/** Returns undefined if the environment names no key; the packages are then marked UNSIGNED. */
export function signerOf(system: System, env: SigningEnv): Signer | undefined {
  const signers = { linux: gpgSigner, win32: windowsSigner, darwin: macSigner };
  return signers[system](env);
}

/** Variables that need a second variable: a password alone is a mistake, not a wish for UNSIGNED packages. */
const halves: Record<System, readonly (readonly [string, string])[]> = {
  linux: [['OVERLAY_GPG_PASSPHRASE', 'OVERLAY_GPG_KEY']],
  win32: [['WIN_CSC_KEY_PASSWORD', 'WIN_CSC_LINK']],
  darwin: [
    ['CSC_KEY_PASSWORD', 'CSC_LINK'],
    ['APPLE_API_KEY', 'CSC_LINK or CSC_NAME'],
    ['APPLE_ID', 'CSC_LINK or CSC_NAME'],
  ],
};

/** Returns the signer's name; undefined if unsigned. The release's seal also signs Linux packages. */
export function signer(system: System, env: SigningEnv): string | undefined {
  const sealed = system === 'linux' && env.OVERLAY_RELEASE_KEY ? 'the seal of their release' : undefined;
  return signerOf(system, env)?.name ?? sealed;
}

export function unsignedMark(system: System): string {
  return signer(system, process.env) === undefined ? unsignedName : '';
}

/** Throws if the environment has only half of a signer, which would leave packages unsigned. */
export function refuseHalf(system: System, env: SigningEnv): void {
  if (signerOf(system, env)) return;
  const [half, whole] = halves[system].find(([name]) => env[name]) ?? [];
  if (half === undefined) return;
  throw new Error(`${half} is set, and ${whole} is not, so nothing would be signed. Set it too, or unset ${half}.`);
}

/**
 * Returns what the packing writes into the `package.json` of a package, for the application to know
 * (`node/updates/installed.ts`). Throws if a key that the environment names cannot be used.
 */
export function bakedFacts(system: System, env: SigningEnv) {
  const keys = releaseKeys(env);
  return {
    signed: signer(system, env) !== undefined,
    changedAt: new Date(Number(env.SOURCE_DATE_EPOCH ?? '0') * 1_000).toISOString(),
    ...(keys !== undefined && { releaseKeys: keys }),
  };
}

/**
 * Returns the public keys (PEM) of accepted updates, from `OVERLAY_RELEASE_PUBLIC_KEYS` or `OVERLAY_RELEASE_KEY`.
 * Throws if the sealing key is missing: the packages would refuse their own release.
 */
export function releaseKeys(env: SigningEnv): string | undefined {
  const key = releaseKey(env);
  const own = key === undefined ? undefined : publicHalf(key);
  const { OVERLAY_RELEASE_PUBLIC_KEYS: path } = env;
  if (!path) return own;
  const name = 'OVERLAY_RELEASE_PUBLIC_KEYS';
  const keys = publicKeys(namedFile(name, path), `A public key in ${path} (${name})`).map((key) =>
    key.export({ type: 'spki', format: 'pem' }).toString(),
  );
  if (own !== undefined && !keys.includes(own))
    throw new Error('OVERLAY_RELEASE_KEY seals with a key that is not in the file of OVERLAY_RELEASE_PUBLIC_KEYS.');
  return keys.join('');
}
