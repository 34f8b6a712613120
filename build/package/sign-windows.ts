import { execFileSync, spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type CertificateFile,
  hasAuthority,
  openCertificate,
  refuseTwoWays,
  type Signer,
  type SigningEnv,
} from './signer.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { hasTool } from './tools.ts';

const azure = ['OVERLAY_AZURE_ENDPOINT', 'OVERLAY_AZURE_PROFILE', 'OVERLAY_AZURE_TOKEN'];
/** Azure's certificates expire after three days, so signatures need a timestamp. */
const azureTime = 'http://timestamp.acs.microsoft.com';

const azureTools = [
  ['jsign', 'the package of its project (docs/release.md)'],
  ['osslsigncode', "Debian's package osslsigncode"],
] as const;

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

/** Signs with `osslsigncode`, on any system. Without a time server, signatures expire with their certificate. */
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
    (which) => new RegExp(`^${which} (?:message digest|DigitalSignature) *: *(\\S+) *$`, 'm').exec(stdout)?.[1],
  );
  if (present === undefined || present !== calculated)
    throw new Error(`The signature of ${file} does not hold:\n${stdout}`);
  return 'its signature is of these bytes; who issued the certificate is not known here';
}

/**
 * Signs with Azure Trusted Signing through `jsign`, on any system. The token stays in the environment, hidden from
 * process lists.
 */
function azureSigner(env: SigningEnv): Signer {
  const [endpoint = '', profile = ''] = azure.map((name) => env[name]);
  const store = ['--storetype', 'TRUSTEDSIGNING', '--keystore', endpoint, '--alias', profile];
  const time = ['--tsmode', 'RFC3161', '--tsaurl', env.OVERLAY_TIMESTAMP_URL || azureTime];
  const words = [
    ...store,
    '--storepass',
    'env:OVERLAY_AZURE_TOKEN',
    '--alg',
    'SHA-256',
    '--name',
    'Overlay Desk',
    ...time,
  ];
  const sign: Signer['sign'] = (file) => {
    const { error, status, stderr } = spawnSync('jsign', [...words, file], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    // The message of jsign begins with its name; a stack trace follows.
    const said = error?.message ?? /^jsign: .*$/m.exec(stderr)?.[0] ?? stderr.trim();
    if (status !== 0) throw new Error(`Azure Trusted Signing has not signed ${basename(file)}. ${said}`);
    return [];
  };
  return {
    name: 'Azure Trusted Signing',
    check() {
      const missing = azure.filter((name) => !env[name]);
      if (missing.length > 0) throw new Error(`Azure Trusted Signing needs ${missing.join(', ')} too.`);
      for (const [tool, from] of azureTools)
        if (!hasTool(tool)) throw new Error(`Azure Trusted Signing needs ${tool}, which this machine lacks: ${from}.`);
      inTemporaryFolder((folder) => {
        const script = join(folder, 'tried.ps1');
        writeFileSync(script, '# Signed to see whether it can be.\n');
        sign(script);
      });
    },
    sign,
    // Only Windows knows the issuer of Azure's certificates.
    verify: (file) => inTemporaryFolder((folder) => verifyWith(file, [], folder)),
  };
}
