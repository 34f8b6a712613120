import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasTool } from '../../build/package/tools.ts';
import { fingerprintOf } from '../../build/release/release.ts';
import { makeStick } from '../../build/stick/stick.ts';
import { stickFaults } from '../kit/stick-faults.ts';

/** That of Windows itself, which is older than the one that can be had for every system. */
const powershell = process.platform === 'win32' ? 'powershell' : 'pwsh';
const work = mkdtempSync(join(tmpdir(), 'verify-ps1-'));
const made = join(work, 'made');
const file = 'overlay-desk-0.1.0-win-x64-UNSIGNED.zip';
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

describe('the script that checks a stick on Windows', () => {
  beforeEach(({ skip }) => skip(!hasTool(powershell), 'PowerShell is not on this machine'));
  beforeAll(async () => {
    const from = join(work, 'packages');
    mkdirSync(from);
    writeFileSync(join(from, file), 'a package');
    writeFileSync(join(work, 'module.tgz'), 'the module');
    await makeStick({
      from,
      to: made,
      version: '0.1.0',
      expires: '2037-11-24',
      key: privateKey,
      gpg: undefined,
      companion: join(work, 'module.tgz'),
      say: () => undefined,
    });
  });
  afterAll(() => rmSync(work, { recursive: true }));

  function copied(): string {
    const folder = mkdtempSync(join(work, 'copied-'));
    cpSync(made, folder, { recursive: true });
    return folder;
  }

  function checked(folder: string): { status: number | null; said: string } {
    const words = ['-NoProfile', ...(powershell === 'pwsh' ? [] : ['-ExecutionPolicy', 'Bypass'])];
    const { status, stdout } = spawnSync(powershell, [...words, '-File', join(folder, 'verify.ps1')], {
      encoding: 'utf8',
    });
    return { status, said: stdout };
  }

  it('accepts it as it is, and prints what is to be compared', () => {
    const { status, said } = checked(made);
    expect(said).toContain(`Fingerprint of the key:  ${fingerprintOf(publicKey)}`);
    expect(said).toContain('GOOD   Every file is as it was sealed, and none is missing.');
    expect(status).toBe(0);
  });

  it.for(stickFaults(file))('refuses %s', ([what, change, said], { skip }) => {
    skip(what === 'another signature' && !hasTool('openssl'), 'Windows brings no OpenSSL: without it nobody can tell');
    const folder = copied();
    change(folder);
    const found = checked(folder);
    expect(found.said).toContain(`WRONG  ${said}`);
    expect(found.status).toBe(1);
  });

  it('refuses what has expired', () => {
    const folder = copied();
    const facts = join(folder, 'release.json');
    writeFileSync(facts, readFileSync(facts, 'utf8').replace('2037-11-24', '2001-01-01'));
    expect(checked(folder).said).toContain('WRONG  It has expired: it was to be installed until 2001-01-01.');
  });
});
