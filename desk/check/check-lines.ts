import type { AppView } from '../../contract/desk-api/desk-api.ts';
import type { ConnectionView, SecretsView } from '../../contract/desk-api/connections.ts';
import type { ControllersView } from '../../contract/desk-api/controller.ts';
import { keptBy } from '../../contract/desk-api/kept-keys.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { CheckedKeyboard, CheckLine } from '../../contract/desk-api/show-check.ts';

export interface CheckedApp {
  view: AppView;
  /** Milliseconds by which the service's clock is ahead; null while unknown. */
  clockAhead: number | null;
  loaded: boolean;
  outputProblems: readonly string[];
  /** The output pages of the app and of its standby that drew no frame when asked. */
  undrawn: readonly [own: readonly string[], standby: readonly string[]];
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
    ...(apps.length === 0 ? [nothingToOperate] : apps.flatMap(appLines)),
    ...keyLines(checked),
    line('keyboard', ofKeyboard(keys, keyboard)),
    ...controllerLines(checked),
    line('secrets', ofSecrets(secrets)),
    line('disk', ofDisk(disk)),
    ...recordLines(checked.recordProblems),
  ];
}

type Finding = Pick<CheckLine, 'result' | 'found' | 'todo'>;

const line = (about: CheckLine['about'], finding: Finding, name = ''): CheckLine => ({ about, name, ...finding });
const good = (found: string): Finding => ({ result: 'good', found, todo: '' });
const look = (found: string, todo: string): Finding => ({ result: 'look', found, todo });
const failed = (found: string, todo: string): Finding => ({ result: 'failed', found, todo });

const nothingToOperate = line('show', failed('The desk controls no app instance.', 'Choose one under Connections.'));

function ofConnection({ status, reason, kind, apps }: ConnectionView): Finding {
  switch (status) {
    case 'open':
      if (apps?.every(({ chosen }) => !chosen)) {
        return look(
          'It is open, and none of its app instances is chosen.',
          'Choose one under Connections, or remove it.',
        );
      }
      return good(kind === 'token' ? 'It is open.' : 'It is open, and its account or key was accepted.');
    case 'opening':
      return failed(
        reason || 'It is not open yet.',
        'Wait, then check again. If it stays so, test it under Connections.',
      );
    case 'waiting':
      return failed('Its password or token is locked.', 'Unlock the secrets under Connections.');
    case 'failed':
      return failed(reason, 'Test it under Connections.');
  }
}

function ofService({ answer, ...answered }: Readiness): Finding {
  const took = Math.round(answered.took);
  if (answer === 'none')
    return failed('It does not answer.', 'Look whether it runs, and whether this machine reaches it.');
  if (answer === 'not ready') {
    return failed(
      'It runs, and cannot work: it starts, stops, or cannot write.',
      'Read its log. Its disk may be full.',
    );
  }
  const ready = answer === 'ready' ? `It is ready, and answers in ${took} ms.` : `It answers in ${took} ms.`;
  if (took <= lateAnswer) return good(ready);
  return look(ready, 'Every press takes this long at least. Look at the network between this machine and the service.');
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
  if (status === 'connecting') return failed('Its state is not known yet.', 'Wait, then check again.');
  if (status === 'lost') return failed(reason, 'Test its connection under Connections.');
  if (stale) return failed('Its service has confirmed nothing for a while.', 'Look at its quota, and at the service.');
  if (!loaded) return failed('No composition is loaded.', 'Load one in the workshop, or in the service.');
  if (view.truth === 'live') return good('Its token was accepted, and every change arrives at once.');
  return look(
    'Its token was accepted, and its state is polled.',
    'Changes by others show late. Where the service has a live channel, look what keeps this machine from it.',
  );
}

function ofClock(ahead: number | null): Finding {
  if (ahead === null) return { result: 'not tried', found: 'Its service has not told its time.', todo: '' };
  const apart = Math.abs(ahead);
  const word = ahead > 0 ? 'ahead of' : 'behind';
  const found = `The clock of its service is ${(apart / 1_000).toFixed(1)} s ${word} this machine’s.`;
  if (apart <= clocksApart) return good(found);
  return look(found, 'Presses still work. Set both clocks by the same time server, or times in the logs differ.');
}

function ofQuota({ limit, remaining }: NonNullable<AppView['quota']>): Finding {
  const found = `${remaining} of ${limit} requests are left.`;
  if (remaining <= 0) return failed(found, 'Nothing can be sent until the service allows it again.');
  if (remaining >= limit * quotaLeft) return good(found);
  return look(found, 'Find out who else uses this account before the show.');
}

const noFrame = (page: string): string => `${page} did not draw the frame of this check.`;

function outputLines({ view, outputProblems, undrawn: [undrawn] }: CheckedApp): CheckLine[] {
  const { name, outputs } = view;
  if (outputs === null) {
    const found = 'Its service does not tell which pages draw it.';
    return [line('output', { result: 'not tried', found, todo: 'Look at the picture where it goes on air.' }, name)];
  }
  if (outputProblems.length > 0) {
    const todo = 'Open the address of the output where the picture is made, and look at the picture.';
    return outputProblems.map((problem) => line('output', look(problem, todo), name));
  }
  const todo = 'Look whether the program that makes the picture shows this page, and load the page anew.';
  if (undrawn.length > 0) return undrawn.map((page) => line('output', look(noFrame(page), todo), name));
  const drawing = outputs.filter(({ role }) => role === 'output').length;
  return [line('output', good(`${drawing === 1 ? 'One page draws' : `${drawing} pages draw`} it.`), name)];
}

function addressesOf(backup: AppView['backup']): Pick<CheckLine, 'addresses'> {
  return backup && backup.addresses.length > 0 ? { addresses: backup.addresses } : {};
}

function ofBackup(backup: AppView['backup'], [ofMain, ofStandby]: CheckedApp['undrawn']): Finding {
  if (!backup)
    return look('It has no backup.', 'If its service fails tonight, nothing takes over. Make one under Backup.');
  const { name, inUse, state, reason, drift, unproved, operator } = backup;
  if (inUse === 'backup') return look(`It runs on its backup ${name}.`, 'Fail back once the main can be trusted.');
  if (state === 'away')
    return failed(`Its backup ${name} is away. ${reason}`.trim(), 'Look at the service of the backup.');
  if (state === 'moving') return look('The desk is changing over.', 'Wait, then check again.');
  if (state === 'polled') {
    return failed(
      `It is not mirrored to its backup ${name}, whose service must offer the live channel.`,
      'Look what keeps this machine from the live channel, or choose another backup.',
    );
  }
  if (state === 'drift') {
    return look(
      `Its backup ${name} differs: ${drift.join(' ')}`,
      'Press Repair under Backup, or copy the composition.',
    );
  }
  if (operator !== null)
    return look(`${operator} operates the pair.`, 'This desk neither mirrors nor fails over by itself.');
  const undrawn = [...ofStandby.map((page) => `${page} of the backup`), ...ofMain.map((page) => `${page} of the main`)];
  if (unproved.length > 0 || undrawn.length > 0) {
    return look(
      `Its backup ${name} shows the same, but is not proved: ${[...unproved, ...undrawn.map(noFrame)].join(' ')}`,
      'Use a service on another machine, and open this address where the picture is made.',
    );
  }
  return good(`Its backup ${name} shows the same, and its page drew a frame for this check.`);
}

function keyLines({ keys, keyProblems }: CheckedFacts): CheckLine[] {
  const todo = 'Map them anew in the Keys sheet.';
  if (keyProblems.length > 0) return keyProblems.map((found) => line('keys', look(found, todo)));
  if (keys.some(({ action }) => action.do === 'panic')) {
    return [line('keys', good(`${keys.length} keys are mapped, a panic among them.`))];
  }
  return [line('keys', look(`${keys.length} keys are mapped, none of them to a panic.`, 'Map a key to Panic.'))];
}

/** Physical keys whose caption depends on the layout; every layout names all of them. */
const written =
  /^(Key[A-Z]|Digit\d|Backquote|Minus|Equal|Bracket(Left|Right)|Semicolon|Quote|Backslash|Comma|Period|Slash)$/;

function ofKeyboard(keys: readonly KeyBinding[], keyboard: CheckedKeyboard | null): Finding {
  if (!keyboard) {
    return { result: 'not tried', found: 'There is no keyboard here.', todo: 'Check it in a screen of the desk.' };
  }
  const { printed } = keyboard;
  if (!printed) {
    return look(
      'The browser does not tell the layout of the keyboard.',
      'The keys on screen have American names here.',
    );
  }
  const typed = keys.map(({ key }) => ({ key, code: key.slice(key.lastIndexOf('+') + 1) }));
  const absent = typed.filter(({ code }) => written.test(code) && printed[code] === undefined);
  if (absent.length > 0) {
    return look(
      `This keyboard has no ${listed(absent)}.`,
      'Map these to other keys, or press each once to see that it works.',
    );
  }
  const kept = Map.groupBy(typed, ({ key }) => keptBy(key, keyboard));
  const [bySystem, byBrowser, bySome] = [kept.get('system'), kept.get('browser'), kept.get('some browsers')];
  if (bySystem) return failed(`The system keeps ${listed(bySystem)} to itself.`, 'Map these to other keys.');
  const others = 'Map these to other keys, or use the desktop window.';
  if (byBrowser) return failed(`The browser keeps ${listed(byBrowser)} to itself.`, others);
  if (bySome) return look(`Some browsers keep ${listed(bySome)} to themselves.`, `Press each once. ${others}`);
  return good('Every mapped key is on this keyboard.');
}

/** Devices plugged in or mapped. A failed driver matters only for mapped devices. */
function controllerLines({ controllers: { trouble, testing, devices }, mappedDevices }: CheckedFacts): CheckLine[] {
  const test = 'Press End the test: until then no control fires anything.';
  const possible = new Set(devices.flatMap(({ name, could }) => [name, ...could]));
  const absent = mappedDevices.filter((name) => !possible.has(name));
  const none = look(
    `It is mapped, and not plugged in.${trouble === null ? '' : ` ${trouble}`}`,
    'Plug it in, or unmap its controls in the Keys sheet.',
  );
  return [
    ...(testing ? [line('controllers', failed('Controllers and panels are tested without firing.', test))] : []),
    ...devices.map((device) => line('controllers', ofDevice(device), device.name)),
    ...absent.map((name) => line('controllers', none, name)),
  ];
}

function ofDevice({ could, trouble, profile }: ControllersView['devices'][number]): Finding {
  const which = 'Say in the Keys sheet which one it is: until then it fires nothing and is dark.';
  if (could.length > 0) return failed(`It could be ${could.join(' or ')}: choose which one it is.`, which);
  if (trouble) return failed(trouble, 'Close what has it, or plug it in again. The Keys sheet says how it is now.');
  return good(`It works as ${profile}.`);
}

function ofSecrets({ state, backend, said }: SecretsView): Finding {
  switch (state) {
    case 'open':
      if (backend !== 'session') return good(said || 'Passwords and tokens are stored.');
      return look(
        'Passwords and tokens are in memory alone.',
        'After a restart each must be entered again. Choose a store under Connections.',
      );
    case 'locked':
      return failed('Passwords and tokens are locked.', 'Unlock them under Connections.');
    case 'choose':
      return look('No place is chosen for passwords and tokens.', 'Choose under Connections.');
    case 'failed':
      return failed(said, 'Connections that need a password or token do not open.');
  }
}

function ofDisk(disk: Room): Finding {
  if (!disk) return { result: 'not tried', found: 'The file system does not tell how much room is left.', todo: '' };
  const found = `${(disk.freeMiB / 1_024).toFixed(1)} GiB are free on the disk of the desk.`;
  if (disk.freeMiB >= room.little) return good(found);
  if (disk.freeMiB >= room.tooLittle) return look(found, 'Make room before the show.');
  return failed(found, 'Make room now: settings, logs and the own service may stop being written.');
}

function recordLines(problems: readonly string[]): CheckLine[] {
  if (problems.length === 0) return [line('records', good('Settings and the as-run log are written.'))];
  const todo = 'What is changed or done may be lost with the desk.';
  return problems.map((found) => line('records', failed(found, todo)));
}

function listed(keys: readonly { key: string }[]): string {
  return keys.map(({ key }) => key).join(', ');
}
