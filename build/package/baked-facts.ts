import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ed25519, publicKeys } from '../../desk/node-ports/release-keys.ts';
import type { System } from './flags.ts';
import { signer, type SigningEnv } from './signing.ts';

/** What the packing writes into the `package.json` of a package, for the application to know (`desk/node-ports/installed.ts`). */
export interface BakedFacts {
  signed: boolean;
  changedAt: string;
  releaseKeys?: string;
}

/** What is written into the packages of a system. Throws a sentence if a key that the environment names cannot be used. */
export function bakedFacts(system: System, env: SigningEnv): BakedFacts {
  const keys = releaseKeys(env);
  return {
    signed: signer(system, env) !== undefined,
    changedAt: new Date(Number(env.SOURCE_DATE_EPOCH ?? '0') * 1_000).toISOString(),
    ...(keys !== undefined && { releaseKeys: keys }),
  };
}

/**
 * The public keys of the releases that the packages accept as updates, as PEM: those in the file of `OVERLAY_RELEASE_PUBLIC_KEYS`, else the
 * public half of `OVERLAY_RELEASE_KEY`; undefined for none.
 */
export function releaseKeys({ OVERLAY_RELEASE_PUBLIC_KEYS, OVERLAY_RELEASE_KEY }: SigningEnv): string | undefined {
  if (OVERLAY_RELEASE_PUBLIC_KEYS) {
    return publicKeys(readFileSync(OVERLAY_RELEASE_PUBLIC_KEYS, 'utf8'))
      .map((key) => key.export({ type: 'spki', format: 'pem' }).toString())
      .join('');
  }
  if (!OVERLAY_RELEASE_KEY) return undefined;
  const pem = readFileSync(OVERLAY_RELEASE_KEY, 'utf8');
  const key = ed25519(() => createPrivateKey(pem), 'The key of the release');
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}
