import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hasTool } from './tools.ts';

export type SigningEnv = Readonly<Record<string, string | undefined>>;

export interface Signer {
  /** For people, such as "the certificate of WIN_CSC_LINK". */
  name: string;
  /** Checks before the build that signing works; throws the problem. `now`: ms since the epoch. */
  check(now: number): void;
  /** Signs the file, in place or beside it. Returns added files. */
  sign(file: string): string[];
  /** Returns the verified facts as text; throws if the signature is invalid. */
  verify(file: string): string;
}

/**
 * Throws if the environment names several ways, because all but the first would be ignored silently. `ways`: the
 * variables of each.
 */
export function refuseTwoWays(env: SigningEnv, what: string, ways: readonly (readonly string[])[]): void {
  const named = ways.map((names) => names.filter((name) => env[name])).filter(([first]) => first !== undefined);
  const [one, other] = named;
  if (!one || !other) return;
  throw new Error(
    `${one.join(', ')} and ${other.join(', ')} both say what ${what}. Unset ${one.join(', ')}, or else ${other.join(', ')}.`,
  );
}

/** Purpose of code-signing certificates (extended key usage, RFC 5280). */
const codeSigning = '1.3.6.1.5.5.7.3.3';

export interface CertificateFile {
  variable: string;
  path: string;
  password: string;
}

/** Passes the password to OpenSSL, hidden from process lists. */
const passwordVariable = 'OVERLAY_CERTIFICATE_PASSWORD';

/**
 * Returns the certificates (PEM), the signer's first. Throws if the file or password is wrong, or if the certificate
 * cannot sign programs at `now` (ms since the epoch).
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
  // Windows exports with ciphers that OpenSSL 3 has only in its legacy provider.
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
  // Most authorities' certificates have no key usage, which Node's types ignore.
  const purposes = keyUsage as readonly string[] | undefined;
  if (purposes && !purposes.includes(codeSigning)) throw new Error(`${name} is not one for signing programs.`);
}

function day(time: string): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Reports whether a self-signed authority is included, against which signatures can be verified. */
export function hasAuthority(certificates: readonly string[]): boolean {
  return certificates.some((pem) => {
    const { issuer, subject } = new X509Certificate(pem);
    return issuer === subject;
  });
}
