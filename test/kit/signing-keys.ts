import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for signing programs, made for a test, and the authority that issued it. */
export interface TestCertificate {
  /** The file with the certificate, its key and its authority (PKCS #12). */
  file: string;
  password: string;
  /** The certificate of the authority (PEM). */
  authority: string;
}

/** How many days the certificate is valid. */
export const validDays = 20;

/** Makes a certificate in a folder, with the purpose that is named. */
export function makeCertificate(folder: string, purpose = 'codeSigning'): TestCertificate {
  const openssl = (...words: string[]): void => {
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  };
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '30', '-subj', '/CN=Test authority');
  openssl('req', ...key, '-keyout', 'signer.key', '-out', 'signer.csr', '-subj', '/CN=Test signer');
  writeFileSync(join(folder, 'purpose'), `extendedKeyUsage=${purpose}\n`);
  const issued = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'purpose'];
  openssl('x509', '-req', '-in', 'signer.csr', ...issued, '-days', String(validDays), '-out', 'signer.pem');
  const password = 'a word';
  const parts = ['-inkey', 'signer.key', '-in', 'signer.pem', '-certfile', 'ca.pem'];
  openssl('pkcs12', '-export', ...parts, '-passout', `pass:${password}`, '-out', 'signer.p12');
  return { file: join(folder, 'signer.p12'), password, authority: join(folder, 'ca.pem') };
}

/** A key of GnuPG in a home of its own, made for a test. */
export interface TestGpgKey {
  home: string;
  id: string;
  passphrase: string;
  /** Ends the agent that GnuPG started for it. */
  close(): void;
}

export function makeGpgKey(home: string): TestGpgKey {
  const passphrase = 'some words';
  const id = 'packages@overlay-desk.invalid';
  const env = { ...process.env, GNUPGHOME: home };
  execFileSync('chmod', ['700', home]);
  const words = ['--batch', '--passphrase', passphrase, '--pinentry-mode', 'loopback'];
  execFileSync('gpg', [...words, '--quick-generate-key', id, 'rsa2048', 'sign', '1d'], { env, stdio: 'ignore' });
  return {
    home,
    id,
    passphrase,
    close: () => void execFileSync('gpgconf', ['--kill', 'gpg-agent'], { env, stdio: 'ignore' }),
  };
}
