import { texts } from '../../contract/texts/texts.ts';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import type { ConnectionView, SecretsView } from '../../contract/desk-api/connections.ts';
import type { ControllersView } from '../../contract/desk-api/controller.ts';
import { keptBy } from '../../contract/desk-api/kept-keys.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { CheckedKeyboard, CheckLine } from '../../contract/desk-api/show-check.ts';
import type { LostMedia } from './lost-media.ts';

export interface CheckedApp {
  view: AppView;
  /** Milliseconds by which the service's clock is ahead; null while unknown. */
  clockAhead: number | null;
  loaded: boolean;
  outputProblems: readonly string[];
  /** The output pages of the app and of its standby that drew no frame when asked. */
  undrawn: readonly [own: readonly string[], standby: readonly string[]];
  /** Revisions without a line in the log. */
  unlogged: readonly number[];
}

export interface Readiness {
  base: string;
  /** `other`: the service answers, but does not support the readiness request. */
  answer: 'ready' | 'not ready' | 'other' | 'none';
  /** Milliseconds until the answer came. */
  took: number;
}

type Room = { freeMiB: number } | undefined;

export interface CheckedFacts {
  connections: readonly ConnectionView[];
  services: readonly Readiness[];
  apps: readonly CheckedApp[];
  secrets: SecretsView;
  lostMedia: readonly LostMedia[];
  keys: readonly KeyBinding[];
  keyProblems: readonly string[];
  keyboard: CheckedKeyboard | null;
  controllers: ControllersView;
  mappedDevices: readonly string[];
  disk: Room;
  /** Problems of the settings, the as-run log and saved preparation, as sentences. */
  recordProblems: readonly string[];
}

/** Milliseconds; beyond this, times in logs and on-air clocks differ visibly. */
const clocksApart = 1_000;
/** MiB. Below `little`, one evening may not fit; below `tooLittle`, writing may stop at any time. */
const room = { little: 2_048, tooLittle: 256 };
/** Milliseconds; a service this slow makes every press feel late. */
const lateAnswer = 250;
/** The share of a quota that should remain before a show. */
const quotaLeft = 0.2;

export function checkLines(checked: CheckedFacts): CheckLine[] {
  const { connections, services, apps, keys, keyboard, secrets, disk } = checked;
  return [
    ...connections.map((connection) => line('connection', ofConnection(connection), connection.name)),
    ...services.map((service) => line('service', ofService(service), service.base)),
    ...(apps.length === 0 ? [nothingToOperate()] : apps.flatMap(appLines)),
    ...checked.lostMedia.map(cueLine),
    ...keyLines(checked),
    line('keyboard', ofKeyboard(keys, keyboard)),
    ...controllerLines(checked),
    line('secrets', ofSecrets(secrets)),
    line('disk', ofDisk(disk)),
    ...recordLines(checked.recordProblems),
    ...apps.flatMap(unloggedLines),
  ];
}

type Finding = Pick<CheckLine, 'result' | 'found' | 'todo'>;

const line = (about: CheckLine['about'], finding: Finding, name = ''): CheckLine => ({ about, name, ...finding });
const good = (found: string): Finding => ({ result: 'good', found, todo: '' });
const look = (found: string, todo: string): Finding => ({ result: 'look', found, todo });
const failed = (found: string, todo: string): Finding => ({ result: 'failed', found, todo });

const nothingToOperate = (): CheckLine => line('show', failed(texts.check.noApp, texts.check.chooseApp));

function ofConnection({ status, reason, kind, apps }: ConnectionView): Finding {
  switch (status) {
    case 'open':
      if (apps?.every(({ chosen }) => !chosen)) return look(texts.check.noneChosen, texts.check.chooseOrRemove);
      return good(kind === 'token' ? texts.check.open : texts.check.accepted);
    case 'opening':
      return failed(reason || texts.check.notOpen, texts.check.waitOrTest);
    case 'waiting':
      return failed(texts.check.lockedSecret, texts.check.unlock);
    case 'failed':
      return failed(reason, texts.check.testConnection);
  }
}

function ofService({ answer, ...answered }: Readiness): Finding {
  const took = Math.round(answered.took);
  if (answer === 'none') return failed(texts.check.silent, texts.check.lookAtService);
  if (answer === 'not ready') return failed(texts.check.cannotWork, texts.check.readItsLog);
  const ready = answer === 'ready' ? texts.check.ready(took) : texts.check.answers(took);
  if (took <= lateAnswer) return good(ready);
  return look(ready, texts.check.slowPresses);
}

function appLines(app: CheckedApp): CheckLine[] {
  const { view } = app;
  const { name } = view;
  const show = line('show', ofShow(app), name);
  if (view.connection.status !== 'live') return [show];
  return [
    show,
    line('clock', ofClock(app.clockAhead), name),
    ...(view.quota ? [line('quota', ofQuota(view.quota), name)] : []),
    ...outputLines(app),
    { ...line('backup', ofBackup(view.backup, app.undrawn), name), ...addressesOf(view.backup) },
  ];
}

function ofShow({ view, loaded }: CheckedApp): Finding {
  const { status, reason, stale } = view.connection;
  if (status === 'connecting') return failed(texts.check.stateUnknown, texts.check.wait);
  if (status === 'lost') return failed(reason, texts.check.testItsConnection);
  if (stale) return failed(texts.check.stale, texts.check.lookAtQuota);
  if (!loaded) return failed(texts.check.noComposition, texts.check.loadOne);
  if (view.truth === 'live') return good(texts.check.live);
  return look(texts.check.polled, texts.check.lateChanges);
}

function ofClock(ahead: number | null): Finding {
  if (ahead === null) return { result: 'not tried', found: texts.check.clockUnknown, todo: '' };
  const apart = Math.abs(ahead);
  const word = ahead > 0 ? texts.check.ahead : texts.check.behind;
  const found = texts.check.clockApart((apart / 1_000).toFixed(1), word);
  if (apart <= clocksApart) return good(found);
  return look(found, texts.check.setClocks);
}

function ofQuota({ limit, remaining }: NonNullable<AppView['quota']>): Finding {
  const found = texts.check.quotaLeft(remaining, limit);
  if (remaining <= 0) return failed(found, texts.check.quotaUsed);
  if (remaining >= limit * quotaLeft) return good(found);
  return look(found, texts.check.findOtherUser);
}

const noFrame = (page: string): string => texts.check.noFrame(page);

function outputLines({ view, outputProblems, undrawn: [undrawn] }: CheckedApp): CheckLine[] {
  const { name, outputs } = view;
  if (outputs === null) {
    const found = texts.check.pagesUnknown;
    return [line('output', { result: 'not tried', found, todo: texts.check.lookAtPicture }, name)];
  }
  const bad =
    outputProblems.length > 0
      ? outputProblems.map((problem) => look(problem, texts.check.openOutput))
      : undrawn.map((page) => look(noFrame(page), texts.check.loadAnew));
  const engines = outputs.flatMap(({ role, engine }) =>
    role === 'output' && engine?.tooOld !== true ? [engine?.name ?? texts.check.engineUnknown] : [],
  );
  const pages = bad.length > 0 && engines.length === 0 ? [] : [good(texts.check.pages(engines))];
  return [...bad, ...pages].map((finding) => line('output', finding, name));
}

function addressesOf(backup: AppView['backup']): Pick<CheckLine, 'addresses'> {
  return backup && backup.addresses.length > 0 ? { addresses: backup.addresses } : {};
}

function ofBackup(backup: AppView['backup'], [ofMain, ofStandby]: CheckedApp['undrawn']): Finding {
  if (!backup) return look(texts.check.noBackup, texts.check.makeBackup);
  const { name, inUse, state, reason, drift, unproved, operator, waits } = backup;
  if (inUse === 'backup') return look(texts.check.onBackup(name), texts.check.failBack);
  if (state === 'away') return failed(texts.check.backupAway(name, reason).trim(), texts.check.lookAtBackup);
  if (state === 'unknown') return failed(texts.check.mainNotReached(name), texts.check.lookAtMain);
  if (state === 'moving') return look(texts.check.changingOver, texts.check.wait);
  if (state === 'polled') return failed(texts.check.notMirrored(name), texts.check.needsLive);
  if (state === 'drift')
    return look(texts.check.differs(name, drift.join(' ')), texts.check[waits ? 'repair' : 'copyAnew']);
  if (operator !== null) return look(texts.check.otherOperates(operator), texts.check.standsBack);
  const undrawn = [
    ...ofStandby.map((page) => texts.check.pageOfBackup(page)),
    ...ofMain.map((page) => texts.check.pageOfMain(page)),
  ];
  if (unproved.length > 0 || undrawn.length > 0) {
    return look(texts.check.notProved(name, [...unproved, ...undrawn.map(noFrame)].join(' ')), texts.check.proveBackup);
  }
  return good(texts.check.proved(name));
}

function cueLine({ cue, field, graphic, address }: LostMedia): CheckLine {
  return line('cues', look(texts.check.lostMedia(field, graphic, address), texts.check.uploadIt), cue);
}

function keyLines({ keys, keyProblems }: CheckedFacts): CheckLine[] {
  if (keyProblems.length > 0) return keyProblems.map((found) => line('keys', look(found, texts.check.mapAnew)));
  if (keys.some(({ action }) => action.do === 'panic')) {
    return [line('keys', good(texts.check.keysWithPanic(keys.length)))];
  }
  return [line('keys', look(texts.check.keysWithoutPanic(keys.length), texts.check.mapPanic))];
}

/** Physical keys whose caption depends on the layout; every layout names all of them. */
const written =
  /^(Key[A-Z]|Digit\d|Backquote|Minus|Equal|Bracket(Left|Right)|Semicolon|Quote|Backslash|Comma|Period|Slash)$/;

function ofKeyboard(keys: readonly KeyBinding[], keyboard: CheckedKeyboard | null): Finding {
  if (!keyboard) return { result: 'not tried', found: texts.check.noKeyboard, todo: texts.check.checkInScreen };
  const { printed } = keyboard;
  if (!printed) return look(texts.check.layoutUnknown, texts.check.americanNames);
  const typed = keys.map(({ key }) => ({ key, code: key.slice(key.lastIndexOf('+') + 1) }));
  const absent = typed.filter(({ code }) => written.test(code) && printed[code] === undefined);
  if (absent.length > 0) return look(texts.check.keysAbsent(listed(absent)), texts.check.mapOthers);
  const kept = Map.groupBy(typed, ({ key }) => keptBy(key, keyboard));
  const [bySystem, byBrowser, bySome] = [kept.get('system'), kept.get('browser'), kept.get('some browsers')];
  if (bySystem) return failed(texts.check.keptBySystem(listed(bySystem)), texts.check.mapToOthers);
  const others = texts.check.mapOrDesktop;
  if (byBrowser) return failed(texts.check.keptByBrowser(listed(byBrowser)), others);
  if (bySome) return look(texts.check.keptBySome(listed(bySome)), texts.check.pressEach(others));
  return good(texts.check.allKeysThere);
}

/** Devices plugged in or mapped. A failed driver matters only for mapped devices. */
function controllerLines({ controllers: { trouble, testing, devices }, mappedDevices }: CheckedFacts): CheckLine[] {
  const possible = new Set(devices.flatMap(({ name, could }) => [name, ...could]));
  const absent = mappedDevices.filter((name) => !possible.has(name));
  const none = look(texts.check.notPluggedIn, texts.check.plugIn);
  return [
    ...(testing ? [line('controllers', failed(texts.check.testing, texts.check.endTest))] : []),
    ...devices.map((device) => line('controllers', ofDevice(device), device.name)),
    ...absent.map((name) => line('controllers', none, name)),
    ...(trouble && absent.length > 0 ? [line('controllers', look(trouble, texts.check.onlyMidi))] : []),
  ];
}

function ofDevice({ could, trouble, profile }: ControllersView['devices'][number]): Finding {
  if (could.length > 0) return failed(texts.check.couldBe(could), texts.check.sayWhich);
  if (trouble) return failed(trouble, texts.check.closeOther);
  return good(texts.check.worksAs(profile));
}

function ofSecrets({ state, backend, said }: SecretsView): Finding {
  switch (state) {
    case 'open':
      if (backend !== 'session') return good(said || texts.check.secretsStored);
      return look(texts.check.secretsInMemory, texts.check.chooseStore);
    case 'locked':
      return failed(texts.check.secretsLocked, texts.check.unlockThem);
    case 'choose':
      return look(texts.check.noStore, texts.check.chooseUnder);
    case 'failed':
      return failed(said, texts.check.notOpening);
  }
}

function ofDisk(disk: Room): Finding {
  if (!disk) return { result: 'not tried', found: texts.check.roomUnknown, todo: '' };
  const found = texts.check.free((disk.freeMiB / 1_024).toFixed(1));
  if (disk.freeMiB >= room.little) return good(found);
  if (disk.freeMiB >= room.tooLittle) return look(found, texts.check.makeRoom);
  return failed(found, texts.check.makeRoomNow);
}

function recordLines(problems: readonly string[]): CheckLine[] {
  if (problems.length === 0) return [line('records', good(texts.check.written))];
  return problems.map((found) => line('records', failed(found, texts.check.mayBeLost)));
}

function unloggedLines({ view: { name }, unlogged }: CheckedApp): CheckLine[] {
  const newest = unlogged.at(-1);
  if (newest === undefined) return [];
  return [line('records', look(texts.check.notLogged(unlogged.length, newest), texts.check.whoChanged), name)];
}

function listed(keys: readonly { key: string }[]): string {
  return keys.map(({ key }) => key).join(', ');
}
