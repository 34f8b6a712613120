import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hasTool } from './tools.ts';

/** The purpose of certificates that sign programs (extended key usage, RFC 5280). */
const codeSigning = '1.3.6.1.5.5.7.3.3';

/** A certificate with its key, in a file (PKCS #12) that a variable of the environment names. */
export interface CertificateFile {
  /** The variable that names it. */
  variable: string;
  path: string;
  /** Empty for none. */
  password: string;
}

/** The variable by which OpenSSL is told a password, so that no list of processes shows it. */
const passwordVariable = 'OVERLAY_CERTIFICATE_PASSWORD';

/**
 * Opens a certificate file. Gives the certificates in it (PEM), that of the signer first. Throws a sentence that names the variable if the
 * file is missing, is none, has another password, or holds a certificate that signs no programs now. `now`: milliseconds since the epoch.
 */
export function openCertificate({ variable, path, password }: CertificateFile, now: number): string[] {
  if (!hasTool('openssl')) throw new Error(`${variable} cannot be checked: this machine has no openssl.`);
  if (!existsSync(path)) throw new Error(`${variable} names ${path}, which is not there.`);
  const read = (...legacy: string[]): { stdout: string; stderr: string; status: number | null } =>
    spawnSync('openssl', ['pkcs12', '-in', path, '-passin', `env:${passwordVariable}`, '-nokeys', ...legacy], {
      encoding: 'utf8',
      env: { ...process.env, [passwordVariable]: password },
    });
  let { stdout, stderr, status } = read();
  // Windows exports with ciphers that OpenSSL 3 has in its legacy provider only.
  if (status !== 0 && /unsupported/i.test(stderr)) ({ stdout, stderr, status } = read('-legacy'));
  if (status !== 0 && /mac verify/i.test(stderr)) throw new Error(`The password of ${path} (${variable}) is wrong.`);
  if (status !== 0) throw new Error(`${path} (${variable}) is not a certificate with its key (PFX or P12).`);
  const all = stdout.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n/g) ?? [];
  const first = all[0];
  if (first === undefined) throw new Error(`${path} (${variable}) contains no certificate.`);
  refuseUnfit(new X509Certificate(first), `The certificate in ${path} (${variable})`, now);
  return all;
}

function refuseUnfit(certificate: X509Certificate, name: string, now: number): void {
  const { validFrom, validTo, keyUsage } = certificate;
  if (Date.parse(validTo) < now) throw new Error(`${name} expired on ${day(validTo)}.`);
  if (Date.parse(validFrom) > now) throw new Error(`${name} is valid from ${day(validFrom)} on, not yet.`);
  // Node's types leave out that most certificates of authorities have none.
  const purposes = keyUsage as readonly string[] | undefined;
  if (purposes && !purposes.includes(codeSigning)) throw new Error(`${name} is not one for signing programs.`);
}

function day(time: string): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Whether a certificate file holds an authority that signed itself, against which signatures can be verified. */
export function hasAuthority(certificates: readonly string[]): boolean {
  return certificates.some((pem) => {
    const { issuer, subject } = new X509Certificate(pem);
    return issuer === subject;
  });
}
