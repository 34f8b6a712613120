import { texts } from '../../../contract/texts/texts.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { type ShowFile, showFile } from '../../../node/show/show-file.ts';
import { Settings } from '../../../desk/screens/settings.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

let directory = '';
let file: ShowFile;
const open = (): ShowFile =>
  showFile(join(directory, 'evening.overlayshow'), () => Date.parse('2026-01-02T03:04:05.678Z'));
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'show-'));
  file = open();
});
afterEach(() => rmSync(directory, { recursive: true }));

const show = (name: string) => ({ version: 1, name });

describe('the file of a show', () => {
  it('holds nothing until it is written, and then what was written last', async () => {
    expect([file.read(), file.problem(), await file.versions()]).toEqual([undefined, '', []]);
    await file.write(show('One'));
    await file.write(show('Two'));
    expect([open().read(), file.problem()]).toEqual([show('Two'), '']);
  });

  it('keeps what was written before as a generation', async () => {
    await file.write(show('One'));
    await file.write(show('Two'));
    const [one, ...more] = await file.versions();
    expect([await file.readVersion(one?.id ?? ''), more]).toEqual([show('One'), []]);
  });

  it('names each version by the edit that made it and its moment, whatever is written after without an edit', async () => {
    const clock = new ManualClock();
    const edits = new Settings(file, clock, () => undefined);
    const saved = async (members: object): Promise<void> => {
      edits.saveAll({ ...members });
      await edits.saved();
    };
    const [looked, arranged] = [clock.now(), clock.now() + 900_000];
    await saved({ edit: 'Save look Studio', looks: [1] });
    await clock.pass(900_000);
    edits.saveLater({ edit: texts.show.arrange, layout: { sides: {} } });
    await clock.pass(30_000);
    await saved({});
    await saved({ connections: ['names only'] });
    const again = new Settings(open(), clock, () => undefined);
    await clock.pass(900_000);
    again.saveAll({ edit: 'Map the key F5', keys: [] });
    await again.saved();
    const versions = await open().versions();
    expect(versions.map(({ edit, at }) => [edit, at])).toEqual([
      [texts.show.arrange, arranged],
      ['Save look Studio', looked],
    ]);
  });

  it('makes one version of an edit that writes several parts', async () => {
    const clock = new ManualClock();
    const edits = new Settings(file, clock, () => undefined);
    edits.saveAll({ edit: 'Delete 3 cues', rundowns: [] });
    await edits.saved();
    await clock.pass(60_000);
    for (const part of ['rundowns', 'looks', 'sources']) {
      edits.saveAll({ edit: 'Back to the version of noon', [part]: [1] });
      await edits.saved();
      await clock.pass(300);
    }
    edits.saveAll({ edit: 'Map the key F5', keys: [] });
    await edits.saved();
    const versions = await file.versions();
    expect(versions.map(({ edit }) => edit)).toEqual(['Back to the version of noon', 'Delete 3 cues']);
    expect(await file.readVersion(versions[0]?.id ?? '')).toMatchObject({ rundowns: [1], looks: [1], sources: [1] });
  });

  it('lists the versions in the order of their edits, also where the clock of the machine went back', async () => {
    await file.write(show('One'));
    await file.write(show('Two'));
    const longAgo = new Date('2001-01-01T00:00:00Z');
    utimesSync(file.file, longAgo, longAgo);
    await open().write(show('Three'));
    const [two, one] = await file.versions();
    expect([await file.readVersion(two?.id ?? ''), two?.at, await file.readVersion(one?.id ?? '')]).toEqual([
      show('Two'),
      longAgo.getTime(),
      show('One'),
    ]);
    rmSync(file.file);
    expect(open().read()).toEqual(show('Two'));
  });

  it('keeps what another program wrote into it meanwhile as a version, and says so', async () => {
    await file.write(show('One'));
    const other = open();
    other.read();
    await other.write(show('Of the other desk'));
    await file.write(show('Two'));
    const told = `${file.file} was changed by another program while this desk had it. What that wrote is kept as a version, and this desk goes on with its own show.`;
    expect([file.problem(), other.problem(), open().read()]).toEqual([told, '', show('Two')]);
    const [newest] = await file.versions();
    expect(await file.readVersion(newest?.id ?? '')).toEqual(show('Of the other desk'));
  });

  it('keeps what another program put there while this desk had a show without a file, and says so', async () => {
    expect(file.read()).toBeUndefined();
    await open().write(show('Copied there'));
    await file.write(show('One'));
    expect(file.problem()).toContain(`${file.file} was changed by another program while this desk had it.`);
    const [newest] = await file.versions();
    expect(await file.readVersion(newest?.id ?? '')).toEqual(show('Copied there'));
  });

  it('is not written on another disk where its share is gone, and is written again when that is back', async () => {
    const [share, away] = [join(directory, 'share'), join(directory, 'away')];
    const shared = showFile(join(share, 'evening.overlayshow'), () => 0);
    await shared.write(show('One'));
    writeFileSync(`${shared.file}.lock`, '');
    renameSync(share, away);
    const refused = texts.show.nothingThere;
    await expect(shared.write(show('Two'))).rejects.toThrow(refused);
    expect(existsSync(share)).toBe(false);
    // What a share was connected to is an empty folder of this machine.
    mkdirSync(share);
    await expect(shared.write(show('Two'))).rejects.toThrow(refused);
    expect(readdirSync(share)).toEqual([]);
    rmSync(share, { recursive: true });
    renameSync(away, share);
    await shared.write(show('Three'));
    const [one] = await shared.versions();
    expect([shared.problem(), await shared.readVersion(one?.id ?? '')]).toEqual(['', show('One')]);
    rmSync(shared.file);
    await shared.write(show('Four'));
    expect(readFileSync(shared.file, 'utf8')).toContain('Four');
  });

  it('says nothing where only the time of the file is another, as on a share', async () => {
    await file.write(show('One'));
    utimesSync(file.file, new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'));
    await file.write(show('Two'));
    expect(file.problem()).toBe('');
  });

  it('gives the newest good generation where it is damaged, keeps the damaged file, and says so', async () => {
    for (const name of ['One', 'Two', 'Three']) await file.write(show(name));
    const [two = { id: '' }] = await file.versions();
    writeFileSync(join(directory, 'evening.generations', two.id), 'damaged');
    writeFileSync(file.file, readFileSync(file.file, 'utf8').slice(0, 30));
    const again = open();
    expect(again.read()).toEqual(show('One'));
    const aside = `${file.file}.damaged-2026-01-02T03-04-05.678Z`;
    const told =
      /evening\.overlayshow is damaged \(.+\), so the show is as it was at .+\. The damaged file is kept as (.+)\.$/;
    expect(told.exec(again.problem())?.[1]).toBe(aside);
    // Who only looks changes nothing.
    expect([existsSync(aside), existsSync(file.file)]).toEqual([false, true]);
    await again.write(show('Four'));
    expect([readFileSync(aside, 'utf8').length, open().read()]).toEqual([30, show('Four')]);
  });

  it('names the line of what is wrong in its mapping, also after another mapping went into it', async () => {
    const go = { do: 'go' };
    const lines = [
      '{"format":"overlayshow",',
      '"version":1,',
      '"keys":[',
      '{"key":"F2","action":{"do":"go"}}],',
      '"controls":[',
    ];
    const bad = '{"device":"BeatStep","control":"note 1/200","action":{"do":"go"}}';
    writeFileSync(file.file, [...lines, `${bad.replace('200', '36')},`, `${bad}]}`].join('\n'));
    const read = new Settings(file, new ManualClock(), () => undefined);
    read.save('keys', []);
    const good = { device: 'BeatStep', control: 'note 1/36', action: go };
    expect(read.list('controls', ControllerBinding)).toEqual([good]);
    expect(read.problems).toEqual([expect.stringContaining(`${file.file}, line 7, controls[1]: `)]);
    await read.close();
    expect(file.lineOf?.(['controls', 1])).toBeUndefined();
  });

  it('by hand that is no JSON names the line, and the last good one counts', async () => {
    await file.write(show('One'));
    await file.write(show('Two'));
    writeFileSync(file.file, '{"format":"overlayshow",\n"version":1,\n"keys":[}\n');
    const again = open();
    expect([again.read(), again.problem()]).toEqual([show('One'), expect.stringContaining('is damaged (line 3: ')]);
  });

  /** The bytes of the file of a show with a cue and a look, damaged in one place each. */
  const damages: Record<string, (whole: Buffer) => Buffer[]> = {
    'is cut off at a byte': (whole) => [...whole.keys()].map((length) => whole.subarray(0, length)),
    'has another byte somewhere': (whole) =>
      [...whole.keys()].flatMap((at) =>
        [0x01, 0x20, 0x80, 0xff].map((mask) => {
          const flipped = Buffer.from(whole);
          flipped[at] = (flipped[at] ?? 0) ^ mask;
          return flipped;
        }),
      ),
  };
  it.each(Object.entries(damages))('that %s gives the last good generation, whichever it is', async (_, damaged) => {
    const cues = [{ id: 'c', number: '1', steps: [{ targets: [] }] }];
    const rundowns = [{ id: 'r', name: 'Main "Ü"', groups: [{ id: 'g', name: '', cues }] }];
    const good = { ...show('One'), rundowns, looks: [] };
    await file.write(good);
    await file.write({ ...good, name: 'Two' });
    const whole = readFileSync(file.file);
    expect(open().read()).toEqual({ ...good, name: 'Two' });
    const wrong = damaged(whole).filter((bytes) => {
      writeFileSync(file.file, bytes);
      const again = open();
      const read = again.read();
      const isUntouched = readFileSync(file.file).equals(bytes);
      return !(isDeepStrictEqual(read, good) && again.problem().includes('so the show is as it was at') && isUntouched);
    });
    expect(wrong.map(String)).toEqual([]);
  });

  it('gives the newest generation where it is missing, and says so', async () => {
    for (const name of ['One', 'Two']) await file.write(show(name));
    rmSync(file.file);
    const again = open();
    expect([again.read(), again.problem()]).toEqual([
      show('One'),
      expect.stringMatching(/evening\.overlayshow is missing, so the show is as it was at .+Z\.$/),
    ]);
    await again.write(show('Three'));
    expect([open().read(), (await again.versions()).length]).toEqual([show('Three'), 1]);
  });

  it('that is damaged and has no generation is left for the desk to set aside', () => {
    writeFileSync(file.file, '{"format":"overlayshow"');
    expect(() => file.read()).toThrow();
    expect(readFileSync(file.setAside(), 'utf8')).toBe('{"format":"overlayshow"');
  });

  it('of a newer version is neither read nor moved', () => {
    const newer = '{"format":"overlayshow","version":3}';
    writeFileSync(file.file, newer);
    for (const does of [() => file.read(), () => file.setAside()]) {
      expect(does).toThrow(texts.settings.newer);
    }
    expect([readFileSync(file.file, 'utf8'), readdirSync(directory)]).toEqual([newer, ['evening.overlayshow']]);
  });
});
