import { publicKeys } from '../../node/updates/release-keys.ts';
import { namedFile, releaseKey } from '../named-file.ts';
import { publicHalf } from '../release/release.ts';
import type { System } from './flags.ts';
import type { SigningEnv } from './signer.ts';
import { signer } from './signing.ts';

/** What the packing writes into the `package.json` of a package, for the application to know (`node/updates/installed.ts`). */
export interface BakedFacts {
  signed: boolean;
  changedAt: string;
  releaseKeys?: string;
}

/** Throws if a key that the environment names cannot be used. */
export function bakedFacts(system: System, env: SigningEnv): BakedFacts {
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
