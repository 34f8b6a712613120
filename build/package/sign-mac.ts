import { type CertificateFile, openCertificate } from './certificate.ts';
import type { Signer, SigningEnv } from './signer.ts';

/** The API key that notarises, which is complete or not there. */
const notarising = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];

/** What electron-builder signs for macOS with, which `codesign` does while it packs. */
export function macSigner(env: SigningEnv): Signer | undefined {
  const { CSC_LINK, CSC_NAME, CSC_KEY_PASSWORD: password = '' } = env;
  if (!CSC_LINK && !CSC_NAME) return undefined;
  const file: CertificateFile | undefined = CSC_LINK ? { variable: 'CSC_LINK', path: CSC_LINK, password } : undefined;
  return {
    name: CSC_LINK ? 'the certificate of CSC_LINK' : 'the identity of CSC_NAME',
    check(now) {
      const missing = notarising.filter((name) => !env[name]);
      if (missing.length > 0 && missing.length < notarising.length)
        throw new Error(`Notarising needs ${missing.join(' and ')} too.`);
      if (file) openCertificate(file, now);
    },
    sign: () => [],
    verify: () => '',
  };
}
