import { existsSync } from 'node:fs';
import { type CertificateFile, openCertificate } from './certificate.ts';
import { refuseTwoWays, type Signer, type SigningEnv } from './signer.ts';

/** The API key that notarises, which is complete or not there. */
const notarising = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];
/** What electron-builder would notarise with instead of that key, without a word. */
const appleId = ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD'];

/** What electron-builder signs for macOS with, which `codesign` does while it packs. */
export function macSigner(env: SigningEnv): Signer | undefined {
  const { CSC_LINK, CSC_NAME, CSC_KEY_PASSWORD: password = '' } = env;
  if (!CSC_LINK && !CSC_NAME) return undefined;
  // electron-builder takes the certificate itself too, as base64, which `codesign` judges.
  const file: CertificateFile | undefined =
    CSC_LINK && existsSync(CSC_LINK) ? { variable: 'CSC_LINK', path: CSC_LINK, password } : undefined;
  return {
    name: CSC_LINK ? 'the certificate of CSC_LINK' : 'the identity of CSC_NAME',
    check(now) {
      refuseTwoWays(env, 'signs for macOS', [['CSC_LINK'], ['CSC_NAME']]);
      refuseTwoWays(env, 'notarises for macOS', [notarising, appleId]);
      const missing = notarising.filter((name) => !env[name]);
      if (missing.length > 0 && missing.length < notarising.length)
        throw new Error(`Notarising needs ${missing.join(' and ')} too.`);
      if (file) openCertificate(file, now);
    },
    sign: () => [],
    verify: () => '',
  };
}
