import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CertificateFile, hasAuthority, openCertificate } from './certificate.ts';
import { refuseTwoWays, type Signer, type SigningEnv } from './signer.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { hasTool } from './tools.ts';

/** What names Azure Trusted Signing. */
const azure = ['OVERLAY_AZURE_DLIB', 'OVERLAY_AZURE_METADATA'];

/** What signs programs and installers for Windows. */
export function windowsSigner(env: SigningEnv): Signer | undefined {
  const signer = azure.some((name) => env[name]) ? azureSigner(env) : certificateSigner(env);
  return (
    signer && {
      ...signer,
      check(now) {
        refuseTwoWays(env, 'signs for Windows', [['WIN_CSC_LINK'], azure]);
        signer.check(now);
      },
    }
  );
}

/** Signs with `osslsigncode`, which runs on every system. Without a time server signatures end with their certificate. */
function certificateSigner({
  WIN_CSC_LINK: path,
  WIN_CSC_KEY_PASSWORD,
  OVERLAY_TIMESTAMP_URL,
}: SigningEnv): Signer | undefined {
  if (!path) return undefined;
  const [variable, password] = ['WIN_CSC_LINK', (WIN_CSC_KEY_PASSWORD ?? '').trim()];
  const certificate: CertificateFile = { variable, path, password };
  const time = OVERLAY_TIMESTAMP_URL ? ['-ts', OVERLAY_TIMESTAMP_URL] : [];
  return {
    name: `the certificate of ${variable}`,
    check(now) {
      if (!hasTool('osslsigncode'))
        throw new Error(
          `${variable} signs with osslsigncode, which this machine lacks: Debian's package osslsigncode.`,
        );
      openCertificate(certificate, now);
    },
    sign(file) {
      const signed = `${file}.signed`;
      inTemporaryFolder((folder) => {
        const secret = join(folder, 'password');
        writeFileSync(secret, password, { mode: 0o600 });
        const opened = password === '' ? ['-pass', ''] : ['-readpass', secret];
        const words = ['sign', '-pkcs12', path, ...opened, '-h', 'sha256', '-n', 'Overlay Desk', ...time];
        execFileSync('osslsigncode', [...words, '-in', file, '-out', signed], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      });
      renameSync(signed, file);
      return [];
    },
    verify: (file) => inTemporaryFolder((folder) => verifyWith(file, openCertificate(certificate, Date.now()), folder)),
  };
}

function verifyWith(file: string, certificates: readonly string[], folder: string): string {
  const authorities = join(folder, 'authorities.pem');
  writeFileSync(authorities, certificates.join(''));
  const known = hasAuthority(certificates) ? ['-CAfile', authorities] : [];
  const { status, stdout } = spawnSync('osslsigncode', ['verify', ...known, '-in', file], { encoding: 'utf8' });
  if (status === 0 && /^Succeeded$/m.test(stdout)) return 'its signature holds';
  const [present, calculated] = ['Current', 'Calculated'].map(
    (which) => new RegExp(`^${which} (?:message digest|DigitalSignature) *: *(\\S+)$`, 'm').exec(stdout)?.[1],
  );
  if (present === undefined || present !== calculated)
    throw new Error(`The signature of ${file} does not hold:\n${stdout}`);
  return 'its signature is of these bytes; who issued the certificate is not known here';
}

/** Signs with Azure Trusted Signing, through `signtool` on Windows, which takes its account from the environment. */
function azureSigner(env: SigningEnv): Signer {
  const names = ['OVERLAY_AZURE_DLIB', 'OVERLAY_AZURE_METADATA', 'OVERLAY_TIMESTAMP_URL'];
  const accounts = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];
  const [library = '', metadata = '', timeServer = ''] = names.map((name) => env[name]);
  return {
    name: 'Azure Trusted Signing',
    check() {
      const missing = [...names, ...accounts].filter((name) => !env[name]);
      if (missing.length > 0) throw new Error(`Azure Trusted Signing needs ${missing.join(', ')} too.`);
      for (const file of [library, metadata]) if (!existsSync(file)) throw new Error(`${file} is not there.`);
      if (!hasTool('signtool'))
        throw new Error('Azure Trusted Signing needs signtool, which comes with the Windows SDK, on Windows.');
    },
    sign(file) {
      const words = ['sign', '/fd', 'SHA256', '/td', 'SHA256', '/tr', timeServer, '/dlib', library, '/dmdf', metadata];
      execFileSync('signtool', [...words, file], { stdio: ['ignore', 'ignore', 'inherit'] });
      return [];
    },
    verify(file) {
      execFileSync('signtool', ['verify', '/pa', file], { stdio: ['ignore', 'ignore', 'inherit'] });
      return 'its signature holds';
    },
  };
}
