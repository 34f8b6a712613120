import { unsignedName } from '../../contract/release.ts';
import type { System } from './flags.ts';

/** The variables of the environment that name what packages are signed with. */
export type SigningEnv = Readonly<Record<string, string | undefined>>;

/**
 * What the packages of a system are signed with; undefined if the environment names nothing, which marks them as UNSIGNED.
 * Packages for Linux are signed by the seal of their release.
 */
export function signer(system: System, env: SigningEnv): string | undefined {
  const { OVERLAY_RELEASE_KEY, WIN_CSC_LINK, CSC_LINK, CSC_NAME } = env;
  const signers: Record<System, [string, string | undefined][]> = {
    linux: [['the key of the release', OVERLAY_RELEASE_KEY]],
    win32: [
      ['the certificate of WIN_CSC_LINK', WIN_CSC_LINK],
      ['the certificate of CSC_LINK', CSC_LINK],
    ],
    darwin: [
      ['the certificate of CSC_LINK', CSC_LINK],
      ['the identity of CSC_NAME', CSC_NAME],
    ],
  };
  return signers[system].find(([, value]) => value !== undefined && value !== '')?.[0];
}

/** What the names of packages end with that nobody signs. */
export function unsignedMark(system: System): string {
  return signer(system, process.env) === undefined ? unsignedName : '';
}
