import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeInstaller } from '../../build/package/installer.ts';
import { signerOf } from '../../build/package/signing.ts';
import { hasTool } from '../../build/package/tools.ts';
import { root } from '../../build/set-up.js';
import { describeUnless } from '../kit/describe-unless.ts';
import { makeCertificate, type TestCertificate } from '../kit/signing-keys.ts';
import { makeStandIn } from '../stand-in-electron/stand-in.ts';

const work = mkdtempSync(join(tmpdir(), 'azure-'));
const log = join(work, 'log');
const token = 'a token that nobody may read';
const account = {
  OVERLAY_AZURE_ENDPOINT: 'weu.codesigning.azure.net',
  OVERLAY_AZURE_PROFILE: 'overlay/releases',
  OVERLAY_AZURE_TOKEN: token,
};
const missing = ['osslsigncode', 'openssl', 'makensis', 'wixl', 'msibuild', 'sha256sum'].find((tool) => !hasTool(tool));
let certificate: TestCertificate;

/**
 * Stands in for jsign, which needs an account: writes down its words and the hash of the token that it finds in the environment, and
 * signs with a certificate of the test. It fails on the file whose name contains what `JSIGN_FAILS` says.
 */
const standIn = (): string => `#!/bin/sh
for last; do :; done
{
  printf '%s\\n' "$@"
  printf '%s' "$OVERLAY_AZURE_TOKEN" | sha256sum
  echo
} >> '${log}'
if [ -n "$JSIGN_FAILS" ]; then
  case $last in *"$JSIGN_FAILS"*) echo 'jsign: 403 - Forbidden' >&2; exit 1 ;; esac
fi
case $last in *.ps1) exit 0 ;; esac
osslsigncode sign -pkcs12 '${certificate.file}' -pass '${certificate.password}' -h sha256 -in "$last" -out "$last.new" > /dev/null
mv "$last.new" "$last"
`;

/** What the stand-in was told: for each file its words but for the file, and the file. */
function told(): { words: string[]; file: string }[] {
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n\n') : [];
  return calls.map((call) => {
    const lines = call.split('\n');
    return { words: [...lines.slice(0, -2), lines.at(-1) ?? ''], file: basename(lines.at(-2) ?? '') };
  });
}

function verified(path: string): boolean {
  const words = ['verify', '-CAfile', certificate.authority, '-in', path];
  const { status, stdout } = spawnSync('osslsigncode', words, { encoding: 'utf8' });
  return status === 0 && /^Succeeded$/m.test(stdout);
}

describeUnless(missing && `${missing} is not on this machine`, 'what Azure Trusted Signing signs', () => {
  beforeAll(async () => {
    mkdirSync(join(work, 'keys'));
    certificate = makeCertificate(join(work, 'keys'));
    mkdirSync(join(work, 'bin'));
    writeFileSync(join(work, 'bin/jsign'), standIn(), { mode: 0o755 });
    await makeStandIn('win32', join(work, 'electron'));
    // A second program in the application, of which the true distribution may have some.
    copyFileSync(join(work, 'electron/electron.exe'), join(work, 'electron/helper.exe'));
  });
  beforeEach(() => {
    rmSync(log, { force: true });
    vi.stubEnv('PATH', `${join(work, 'bin')}${delimiter}${process.env.PATH ?? ''}`);
    for (const [name, value] of Object.entries(account)) vi.stubEnv(name, value);
  });
  afterAll(() => rmSync(work, { recursive: true }));

  const packed = (processor: string, fails = ''): { status: number | null; said: string; made: string[] } => {
    const to = join(work, processor);
    const words = ['--system', 'win32', '--processor', processor, '--electron', join(work, 'electron'), '--to', to];
    const { status, stdout, stderr } = spawnSync(process.execPath, ['build/run.js', 'pack', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, JSIGN_FAILS: fails },
    });
    const made = existsSync(to) ? readdirSync(to).filter((name) => name.startsWith('overlay-desk')) : [];
    return { status, said: stdout + stderr, made };
  };

  /** Expects what was signed until a package was made or refused: each program, the one that removes them, and each installer. */
  function expectSigned(processor: string, installers: string[]): void {
    const folder = readdirSync(join(work, processor)).find((entry) => entry.endsWith('unpacked')) ?? '';
    const calls = told();
    const [remover = ''] = calls.map(({ file }) => file).filter((file) => file.startsWith('makensis'));
    expect(calls.map(({ file }) => file)).toEqual([
      'tried.ps1',
      'Overlay Desk.exe',
      'helper.exe',
      remover,
      ...installers,
    ]);
    const programs = ['Overlay Desk.exe', 'helper.exe'].map((file) => join(work, processor, folder, file));
    expect(programs.filter((file) => !verified(file))).toEqual([]);
    const hash = createHash('sha256').update(token).digest('hex');
    const words = [
      '--storetype',
      'TRUSTEDSIGNING',
      '--keystore',
      'weu.codesigning.azure.net',
      '--alias',
      'overlay/releases',
      '--storepass',
      'env:OVERLAY_AZURE_TOKEN',
      '--alg',
      'SHA-256',
      '--name',
      'Overlay Desk',
      '--tsmode',
      'RFC3161',
      '--tsaurl',
      'http://timestamp.acs.microsoft.com',
      `${hash}  -`,
    ];
    expect(calls.map((call) => call.words)).toEqual(calls.map(() => words));
  }
  const refused = /Azure Trusted Signing has not signed \S*( Desk)?\S+\. jsign: 403 - Forbidden/;

  it('is each program before the installers that contain it', () => {
    const { status, said, made } = packed('x64');
    expect(status, said).toBe(0);
    const installers = ['overlay-desk-0.1.0-win-x64.exe', 'overlay-desk-0.1.0-win-x64.msi'];
    expect(made).toEqual(['overlay-desk-0.1.0-win-x64.cdx.json', ...installers]);
    expectSigned('x64', installers);
    expect(installers.filter((file) => !verified(join(work, 'x64', file)))).toEqual([]);
    expect(said).not.toContain(token);
  });

  it('is the same for ARM; where the last installer is refused the packing ends, and leaves no package', () => {
    const { status, said, made } = packed('arm64', 'win-arm64.msi');
    expect({ status, made }).toEqual({ status: 1, made: [] });
    expect(said).toMatch(refused);
    expectSigned('arm64', ['overlay-desk-0.1.0-win-arm64.exe', 'overlay-desk-0.1.0-win-arm64.msi']);
    expect(said).not.toContain(token);
  });

  it('ends the packing where it is refused for a program, and no installer is made', () => {
    const { status, said, made } = packed('arm64', 'Overlay Desk.exe');
    expect({ status, made }).toEqual({ status: 1, made: [] });
    expect(said).toMatch(refused);
    expect(told().map(({ file }) => file)).toEqual(['tried.ps1', 'Overlay Desk.exe']);
    expect(said).not.toContain(token);
  });

  it('ends the making of an installer where it is refused for the program that removes the application', () => {
    const application = join(work, 'x64/win-unpacked');
    vi.stubEnv('JSIGN_FAILS', 'makensis');
    const file = join(work, 'no-installer.exe');
    expect(() => makeInstaller(application, file, { signed: true })).toThrow('makensis');
    expect(existsSync(file)).toBe(false);
  });

  it('is tried before anything is built', () => {
    vi.stubEnv('JSIGN_FAILS', 'tried.ps1');
    expect(() => signerOf('win32', account)?.check(0)).toThrow(
      'Azure Trusted Signing has not signed tried.ps1. jsign: 403 - Forbidden',
    );
    expect(told()).toHaveLength(1);
  });
});
