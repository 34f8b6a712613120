import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCertificate } from '../../build/package/certificate.ts';
import { pack } from '../../build/package/pack.ts';
import { signerOf } from '../../build/package/signing.ts';
import { hasTool } from '../../build/package/tools.ts';
import { makeCertificate, type TestCertificate, validDays } from '../kit/signing-keys.ts';

const work = mkdtempSync(join(tmpdir(), 'certificate-'));
const day = 86_400_000;
let good: TestCertificate;
let forMail: TestCertificate;

const made = (name: string, purpose?: string): TestCertificate => {
  mkdirSync(join(work, name));
  return makeCertificate(join(work, name), purpose);
};

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(work, { recursive: true });
});

describe.skipIf(!hasTool('openssl'))('a certificate that packages are signed with', () => {
  beforeAll(() => {
    [good, forMail] = [made('good'), made('mail', 'emailProtection')];
  });

  const opened = (path: string, password: string, now = Date.now()): string[] =>
    openCertificate({ variable: 'WIN_CSC_LINK', path, password }, now);

  it('opens with its authority behind it', () => {
    expect(opened(good.file, good.password)).toHaveLength(2);
  });

  it('is refused before anything is built, each time with what is wrong', () => {
    const text = join(work, 'no-certificate.p12');
    writeFileSync(text, 'no certificate\n');
    const { file, password } = good;
    expect(() => opened(file, 'another word')).toThrow(`The password of ${file} (WIN_CSC_LINK) is wrong.`);
    expect(() => opened(text, password)).toThrow(
      `${text} (WIN_CSC_LINK) is not a certificate with its key (PFX or P12).`,
    );
    expect(() => opened(join(work, 'none'), '')).toThrow(
      `WIN_CSC_LINK names ${join(work, 'none')}, which is not there.`,
    );
    expect(() => opened(file, password, Date.now() + (validDays + 1) * day)).toThrow(
      /^The certificate in \S+ \(WIN_CSC_LINK\) expired on \d{4}-\d\d-\d\d\.$/,
    );
    expect(() => opened(file, password, Date.now() - day)).toThrow(/ is valid from \S+ on, not yet\.$/);
    expect(() => opened(forMail.file, forMail.password)).toThrow(/ is not one for signing programs\.$/);
  });

  it('ends npm run pack at once where it cannot be used', async ({ skip }) => {
    skip(!hasTool('osslsigncode'), 'osslsigncode is not on this machine');
    vi.stubEnv('WIN_CSC_LINK', good.file);
    vi.stubEnv('WIN_CSC_KEY_PASSWORD', 'another word');
    const flags = { system: 'win32', processor: 'x64', dir: false, host: false, node: undefined } as const;
    const packed = pack({ ...flags, electron: join(work, 'none'), to: join(work, 'packages') });
    await expect(packed).rejects.toThrow('The password of');
    vi.unstubAllEnvs();
  });
});

describe('what signs packages', () => {
  it('is named in full, or refused', () => {
    const azure = signerOf('win32', { OVERLAY_AZURE_DLIB: '/sign.dll', AZURE_TENANT_ID: 'tenant' });
    expect(() => azure?.check(0)).toThrow(
      'Azure Trusted Signing needs OVERLAY_AZURE_METADATA, OVERLAY_TIMESTAMP_URL, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET too.',
    );
    const mac = signerOf('darwin', { CSC_NAME: 'Overlay Desk', APPLE_API_KEY: 'key.p8' });
    expect(() => mac?.check(0)).toThrow('Notarising needs APPLE_API_KEY_ID and APPLE_API_ISSUER too.');
    expect(signerOf('linux', {})).toBeUndefined();
  });
});
