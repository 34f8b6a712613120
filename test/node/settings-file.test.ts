import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { preparationFile, settingsFile, settingsOptions } from '../../node/settings-file.ts';
import { Settings } from '../../desk/screens/settings.ts';
import { ManualClock } from '../kit/manual-clock.ts';

let directory = '';
let settings: ReturnType<typeof settingsFile>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'settings-'));
  const open = () => new Conf<Record<string, unknown>>({ ...settingsOptions, cwd: directory, configName: 'settings' });
  settings = settingsFile(directory, open, () => Date.parse('2026-01-02T03:04:05.678Z'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('the settings file', () => {
  it('holds nothing where there is none yet, and none is made by looking', () => {
    expect(settings.read()).toBeUndefined();
    expect(existsSync(settings.file)).toBe(false);
  });

  it('gives back what was written, dots in names included', () => {
    const written = { keys: [{ key: 'F2', action: { do: 'takeCued' } }], 'a.b': { c: 1 } };
    settings.write(written);
    expect(settings.read()).toEqual(written);
    expect(JSON.parse(readFileSync(settings.file, 'utf8'))).toEqual(written);
  });

  it('gives what somebody wrote into the file by hand meanwhile', () => {
    settings.write({ keys: [] });
    writeFileSync(settings.file, '{"keys": ["by hand"]}');
    expect(settings.read()).toEqual({ keys: ['by hand'] });
  });

  it.each(['null', '5', '[1]'])('gives %s as it is, for the desk to refuse', (content) => {
    writeFileSync(settings.file, content);
    expect(settings.read()).toEqual(JSON.parse(content));
  });

  it('neither reads nor overwrites a file that is not JSON', () => {
    writeFileSync(settings.file, '{"keys": [');
    expect(() => settings.read()).toThrow('line 1: a ] is missing');
    expect(() => {
      settings.write({ keys: [] });
    }).toThrow(/JSON/);
    expect(readFileSync(settings.file, 'utf8')).toBe('{"keys": [');
  });

  it('names the line of what is wrong in a mapping, and the others work', () => {
    const lines = ['{ "version": 1,', '"keys": [', '{ "key": "F2", "action": { "do": "go" } },', '{', '"key": "f3!",'];
    writeFileSync(settings.file, [...lines, '"action": { "do": "go" } }', ']', '}'].join('\n'));
    const read = new Settings(settings, new ManualClock(), () => undefined);
    expect(read.list('keys', KeyBinding)).toEqual([{ key: 'F2', action: { do: 'go' } }]);
    expect(read.problems).toEqual([
      expect.stringMatching(/^.*settings\.json, line 5, keys\[1\]: .*expected a key such as F2/),
    ]);
  });

  it('names the line from which it is no JSON', () => {
    writeFileSync(settings.file, '{\n"version": 1,\n"keys": [}\n}');
    const { problems } = new Settings(settings, new ManualClock(), () => undefined);
    expect(problems).toEqual([expect.stringContaining('settings.json could not be read (line 3: ')]);
  });

  it('puts an unreadable file aside whole, and starts a new one beside it', () => {
    writeFileSync(settings.file, '{"keys": [');
    const aside = settings.setAside();
    expect(aside).toBe(join(directory, 'settings.unreadable-2026-01-02T03-04-05.678Z.json'));
    expect(readFileSync(aside, 'utf8')).toBe('{"keys": [');
    expect(settings.read()).toBeUndefined();
    settings.write({ keys: [] });
    expect(settings.read()).toEqual({ keys: [] });
  });
});

describe('the file of what is prepared', () => {
  it('is written whole, for its owner alone, and set aside under its own name', async () => {
    const file = preparationFile(directory, () => Date.parse('2026-01-02T03:04:05.678Z'));
    expect(file.read()).toBeUndefined();
    await file.write({ version: 1, apps: {} });
    expect([file.read(), statSync(file.file).mode & 0o777]).toEqual([{ version: 1, apps: {} }, 0o600]);
    expect(file.setAside()).toBe(join(directory, 'prepared.unreadable-2026-01-02T03-04-05.678Z.json'));
    expect(file.read()).toBeUndefined();
  });

  it('stays as it was where it cannot be written, and says so', async () => {
    const file = preparationFile(directory, Date.now);
    mkdirSync(file.file);
    await expect(file.write({ version: 1 })).rejects.toThrow(/EISDIR|EPERM/);
    expect(statSync(file.file).isDirectory()).toBe(true);
  });
});
