import { texts } from '../../contract/texts/texts.ts';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { systemClock } from '../../node/clock.ts';
import { copyData, listCopies, planRestore, restorePlanned } from '../../node/updates/data-copies.ts';
import { programLog } from '../../node/program-log.ts';
import { openDeskOn } from '../../host/desk-on-data.ts';
import { migrations } from '../../service/store/sqlite/migrations.ts';
import { openDatabase } from '../../service/store/sqlite/open-database.ts';
import { type ScreenOfDesk, screenOf } from '../kit/desk/screen-of.ts';
import { isLive, useDesk, workOf } from '../kit/desk/used-desk.ts';

// Version N is this program. N+1 is what the next one may do by the rule: each of its stores has a higher version.

const data = mkdtempSync(join(tmpdir(), 'update-and-back-'));
const [N, next] = ['1.0.0', '1.1.0'];
const stores = ['settings.json', 'show.overlayshow', 'prepared.json', 'service/service.db'];
const contents = (): Buffer[] => stores.map((name) => readFileSync(join(data, name)));

interface Running extends ScreenOfDesk {
  close(): Promise<void>;
}

/** Starts version N on the data, as the host does. */
async function startN(): Promise<Running> {
  const output = programLog(() => undefined, systemClock.now);
  const { desk, close } = openDeskOn(data, { credentials: undefined, output, hearsDevices: false });
  return { ...(await screenOf(desk)), close };
}

/** What the desk says of itself and of its service. */
const sentences = ({ notices, apps, connections }: DeskView): string[] => [
  ...notices.map(({ text }) => text),
  ...apps.map(({ connection }) => connection.reason),
  ...connections.map(({ reason }) => reason),
];

/** What version N+1 does when it is started: it migrates every store, and writes into it. */
function startNext(): void {
  const opened = openDatabase(join(data, 'service'), [
    ...migrations,
    (database) => database.exec('CREATE TABLE bells (id INTEGER PRIMARY KEY, tone TEXT)'),
  ]);
  opened.database.exec("INSERT INTO bells (tone) VALUES ('high')");
  opened.close();
  for (const name of ['settings.json', 'prepared.json']) {
    const file = join(data, name);
    const before = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...before, version: 99, bell: 'high' }));
  }
  const show = JSON.parse(readFileSync(join(data, 'show.overlayshow'), 'utf8')) as { sum?: string };
  delete show.sum;
  writeFileSync(join(data, 'show.overlayshow'), JSON.stringify({ ...show, version: 99, bells: [] }));
}

let before: unknown;
beforeAll(() => () => rmSync(data, { recursive: true }));

describe('a desk is used, updated, and goes back', () => {
  it('is used, and copied before the update while everything is open', async () => {
    const desk = await startN();
    const shown = async (shows: (view: DeskView) => boolean) => (await desk.until(shows), desk.view);
    before = await useDesk({ link: desk.screen, until: shown });
    // An update saves everything first; what is edited and staged is written a moment later by itself.
    await expect.poll(() => readFileSync(join(data, 'show.overlayshow'), 'utf8')).toContain('Late Edition');
    await expect.poll(() => readFileSync(join(data, 'prepared.json'), 'utf8')).toContain('Not sent yet');
    await copyData(data, { version: N, now: systemClock.now() });
    await desk.close();
    expect(listCopies(data)).toMatchObject([{ version: N, outgrown: false }]);
  });

  it('refuses what the next version wrote, each with a sentence, and leaves it as it is', async () => {
    startNext();
    const written = contents();
    expect(listCopies(data)).toMatchObject([{ version: N, outgrown: true }]);
    const desk = await startN();
    onTestFinished(() => desk.close());
    await desk.until((view) => sentences(view).some((text) => text.includes('The file was not changed.')));
    // Whatever is changed meanwhile is written nowhere.
    await desk.screen.call('signOn', { name: 'Bob' });
    const said = sentences(desk.view);
    const newer = texts.settings.newer;
    for (const name of stores.slice(0, 3)) {
      expect(said).toContainEqual(
        expect.stringContaining(texts.settings.unreadable(join(data, name), newer, 'It is left as it is')),
      );
    }
    expect(said).toContainEqual(expect.stringContaining('newer Overlay Desk wrote it. The file was not changed.'));
    await desk.close();
    expect(contents().map((bytes, at) => bytes.equals(written[at] ?? Buffer.alloc(0)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('has everything back that was there before the update, after a start of its own version', async () => {
    const written = contents();
    const [copy] = listCopies(data);
    planRestore(data, { id: copy?.id ?? '', version: N, by: next });
    expect(restorePlanned(data, { version: N, now: systemClock.now() })).toMatch(
      /^Settings, show and database are those of 00000001 .+ again\. What was there before is in .+\.$/,
    );
    expect(restorePlanned(data, { version: N, now: systemClock.now() })).toBeUndefined();
    const desk = await startN();
    await desk.until(isLive);
    await desk.until(({ subs }) => JSON.stringify(subs).includes('Not sent yet'));
    expect(workOf(desk.view)).toEqual(before);
    expect(desk.view.notices.filter(({ text }) => text.includes('could not be read'))).toEqual([]);
    await desk.close();
    // What the next version wrote is kept too, for a later update.
    const kept = listCopies(data).find(({ version }) => version === next);
    planRestore(data, { id: kept?.id ?? '', version: next, by: N });
    restorePlanned(data, { version: next, now: systemClock.now() });
    expect(contents().map((bytes, at) => bytes.equals(written[at] ?? Buffer.alloc(0)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('changes nothing where another version starts than the one that was chosen', () => {
    const written = contents();
    const [copy] = listCopies(data);
    planRestore(data, { id: copy?.id ?? '', version: N, by: next });
    expect(restorePlanned(data, { version: next, now: systemClock.now() })).toBe(
      texts.updates.copyForOther(copy?.id ?? '', N),
    );
    expect(contents()).toEqual(written);
    expect(existsSync(join(data, 'updates', 'restore.json'))).toBe(false);
  });
});
