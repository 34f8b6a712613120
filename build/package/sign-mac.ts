import type { Configuration } from 'electron-builder';
import { type CertificateFile, openCertificate, refuseTwoWays, type Signer, type SigningEnv } from './signer.ts';

/** Notarising needs all three variables. */
const notarising = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];
/** electron-builder would silently notarise with these instead. */
const appleId = ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD'];

export function macSigner(env: SigningEnv): Signer | undefined {
  const { CSC_LINK, CSC_NAME, CSC_KEY_PASSWORD: password = '' } = env;
  if (!CSC_LINK && !CSC_NAME) return undefined;
  const file: CertificateFile | undefined =
    CSC_LINK && isPath(CSC_LINK) ? { variable: 'CSC_LINK', path: CSC_LINK, password } : undefined;
  return {
    name: CSC_LINK ? 'the certificate of CSC_LINK' : 'the identity of CSC_NAME',
    check(now) {
      refuseTwoWays(env, 'signs for macOS', [['CSC_LINK'], ['CSC_NAME']]);
      refuseTwoWays(env, 'notarises for macOS', [notarising, appleId]);
      const missing = notarising.filter((name) => !env[name]);
      if (missing.length > 0 && missing.length < notarising.length)
        throw new Error(`Notarising needs ${missing.join(' and ')} too.`);
      if (file) openCertificate(file, now);
      if (process.platform !== 'darwin')
        throw new Error(
          `${CSC_LINK ? 'CSC_LINK' : 'CSC_NAME'} signs for macOS, and only macOS can: pack there, or unset it for packages that are UNSIGNED.`,
        );
    },
    sign: () => [],
    verify: () => '',
  };
}

/** electron-builder also takes certificates as base64 or URL; `codesign` checks those. */
function isPath(link: string): boolean {
  return !/^(https:|data:)|=$/.test(link) && link.length <= 2048;
}

/**
 * Without a signer, `identity: null` keeps electron-builder from signing with the machine's keychain. Apple processors
 * need an ad hoc signature, so a Mac renews Electron's broken signature.
 */
export function macConfiguration(signer: Signer | undefined): Pick<Configuration, 'mac' | 'electronFuses'> {
  if (signer) return { mac: { forceCodeSigning: true } };
  return {
    mac: { identity: null },
    electronFuses: { resetAdHocDarwinSignature: process.platform === 'darwin' },
  };
}
