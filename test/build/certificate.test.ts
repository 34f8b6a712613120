import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCertificate } from '../../build/package/signer.ts';
import type { System } from '../../build/package/flags.ts';
import { pack } from '../../build/package/pack.ts';
import { macConfiguration } from '../../build/package/sign-mac.ts';
import { signerOf } from '../../build/package/signing.ts';
import { hasTool } from '../../build/package/tools.ts';
import { describeUnless } from '../kit/describe-unless.ts';
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

const missing = hasTool('openssl') ? undefined : 'openssl is not on this machine';

describeUnless(missing, 'a certificate that packages are signed with', () => {
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
    const azure = signerOf('win32', { OVERLAY_AZURE_ENDPOINT: 'weu.codesigning.azure.net' });
    expect(() => azure?.check(0)).toThrow(
      'Azure Trusted Signing needs OVERLAY_AZURE_PROFILE, OVERLAY_AZURE_TOKEN too.',
    );
    const mac = signerOf('darwin', { CSC_NAME: 'Overlay Desk', APPLE_API_KEY: 'key.p8' });
    expect(() => mac?.check(0)).toThrow('Notarising needs APPLE_API_KEY_ID and APPLE_API_ISSUER too.');
    expect(signerOf('linux', {})).toBeUndefined();
  });

  it.each<[System, Record<string, string>, string]>([
    [
      'win32',
      {
        WIN_CSC_LINK: '/windows.pfx',
        OVERLAY_AZURE_ENDPOINT: 'weu.codesigning.azure.net',
        OVERLAY_AZURE_TOKEN: 'token',
      },
      'WIN_CSC_LINK and OVERLAY_AZURE_ENDPOINT, OVERLAY_AZURE_TOKEN both say what signs for Windows. Unset WIN_CSC_LINK, or else OVERLAY_AZURE_ENDPOINT, OVERLAY_AZURE_TOKEN.',
    ],
    [
      'darwin',
      { CSC_LINK: '/mac.p12', CSC_NAME: 'Overlay Desk' },
      'CSC_LINK and CSC_NAME both say what signs for macOS. Unset CSC_LINK, or else CSC_NAME.',
    ],
    [
      'darwin',
      { CSC_NAME: 'Overlay Desk', APPLE_API_KEY: 'key.p8', APPLE_ID: 'somebody' },
      'APPLE_API_KEY and APPLE_ID both say what notarises for macOS. Unset APPLE_API_KEY, or else APPLE_ID.',
    ],
  ])('for %s is one: two of them are refused before anything is built, by name', async (system, env, said) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const to = join(work, 'two-ways');
    const flags = { processor: 'x64', dir: false, host: false, node: undefined } as const;
    const packed = pack({ ...flags, system, electron: join(work, 'none'), to });
    await expect(packed).rejects.toThrow(new Error(said));
    expect(existsSync(to)).toBe(false);
    vi.unstubAllEnvs();
  });

  it('for macOS is a file that is there, or it is refused by name', ({ skip }) => {
    skip(missing !== undefined, missing);
    const mac = signerOf('darwin', { CSC_LINK: join(work, 'none.p12') });
    expect(() => mac?.check(0)).toThrow(`CSC_LINK names ${join(work, 'none.p12')}, which is not there.`);
  });

  it.skipIf(process.platform === 'darwin')(
    'for macOS signs there alone: nothing else makes a package without the mark',
    () => {
      const mac = signerOf('darwin', { CSC_NAME: 'Overlay Desk' });
      expect(() => mac?.check(0)).toThrow(
        'CSC_NAME signs for macOS, and only macOS can: pack there, or unset it for packages that are UNSIGNED.',
      );
    },
  );

  it('for macOS signs, or ends the packing', () => {
    const signer = signerOf('darwin', { CSC_NAME: 'Overlay Desk' });
    expect(macConfiguration(signer)).toEqual({ mac: { forceCodeSigning: true } });
  });

  it.each<[System, string, string]>([
    ['linux', 'OVERLAY_GPG_PASSPHRASE', 'OVERLAY_GPG_KEY'],
    ['win32', 'WIN_CSC_KEY_PASSWORD', 'WIN_CSC_LINK'],
    ['darwin', 'CSC_KEY_PASSWORD', 'CSC_LINK'],
    ['darwin', 'APPLE_API_KEY', 'CSC_LINK or CSC_NAME'],
  ])('for %s is whole: %s alone makes no packages that are UNSIGNED', async (system, half, whole) => {
    vi.stubEnv(half, 'a word');
    const flags = { processor: 'x64', dir: false, host: false, node: undefined, to: join(work, 'half') } as const;
    await expect(pack({ ...flags, system, electron: join(work, 'none') })).rejects.toThrow(
      new Error(`${half} is set, and ${whole} is not, so nothing would be signed. Set it too, or unset ${half}.`),
    );
    expect(existsSync(join(work, 'half'))).toBe(false);
    vi.unstubAllEnvs();
  });

  it('for Windows is never the certificate of macOS', () => {
    expect(signerOf('win32', { CSC_LINK: '/mac.p12', CSC_KEY_PASSWORD: 'a word' })).toBeUndefined();
  });
});
