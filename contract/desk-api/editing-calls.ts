import type { z } from 'zod';
import { authoring } from './authoring.ts';
import type { DeskApi } from './desk-api.ts';

type CallName = keyof DeskApi['calls'];
type Asked<Name extends CallName> = z.infer<DeskApi['calls'][Name]['takes']>;

/** Whether a call edits; a locked show refuses edits. */
const edits: {
  readonly [Name in CallName]: boolean | ((request: Asked<Name>) => boolean);
} = {
  ...{
    watch: false,
    do: false,
    preview: false,
    key: false,
    keyUp: false,
    dismiss: false,
    seen: false,
    dismissNotice: false,
  },
  ...{ saveLook: true, compareLook: false, deleteLook: true, setGuardTime: true },
  service: ({ endpoint }) => authoring[endpoint].method !== 'GET',
  ...{ searchAsRun: false, exportAsRun: false, signOn: false },
  ...{ editRundown: true, undoEdit: true, checkIngest: false, ingest: true, setDropFolder: true },
  ...{
    listVersions: false,
    restoreVersion: true,
    repairShow: true,
    exportShow: false,
    takeGivenShow: false,
    readShow: false,
    importShow: true,
  },
  ...{ editSources: true, sourceRows: false, setSourceSecret: true },
  ...{ mapKeys: true, unmapKey: true, tryGlobalKeys: true },
  ...{ learnControl: true, stopLearning: false, mapControl: true, unmapControl: true, testLamps: false },
  ...{ nameDevice: false, setBrightness: false, pictureDevice: false, followSelection: false },
  ...{ testControls: true, stopTesting: false },
  ...{ lockShow: false, unlockShow: false, readLayout: false, setLayout: false },
  ...{ setRemote: true, addRemoteClient: true, changeRemoteClient: true, replaceRemoteToken: true },
  ...{ removeRemoteClient: false, setOsc: true },
  ...{ setBackup: true, makeBackup: true, repairBackup: false, copyContent: true },
  ...{ hold: false, release: false, takeOver: false, nameDesk: true },
  ...{ pasteConnection: false, handOverSecret: false, testConnection: false, saveConnection: true },
  ...{ removeConnection: true, reopenConnection: false, chooseApps: true },
  ...{ unlockSecrets: false, chooseSecrets: true, changePassphrase: true },
  ...{ checkShow: false, supportBundle: false, reportError: false },
  // Installing has its own refusal message.
  ...{ about: false, licences: false, chooseUpdateFolder: false, findUpdate: false, installUpdate: false },
  ...{ dataCopies: false, restoreData: true, keepInstaller: false },
};

export function isEditing<Name extends CallName>(name: Name, request: Asked<Name>): boolean {
  const one = edits[name];
  return typeof one === 'function' ? one(request) : one;
}
