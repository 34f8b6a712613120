export const updates = {
  expired: (version: string, date: string) =>
    `Version ${version} has expired: it was to be installed until ${date}. Get a newer one.`,
  older: (version: string, installed: string) =>
    `Version ${version} is older than ${installed}, which runs. Ask for the step back to install it.`,
  newer: (version: string, installed: string) => `Version ${version} is newer than ${installed}: it is no step back.`,
  otherSystems: (version: string, machine: string) =>
    `Version ${version} is there for other systems only: it has no installer for ${machine}.`,
  noStepBack: (version: string, installer: string) =>
    `There is no step back from the next update yet, because the installer of ${version}, which runs, came from elsewhere. Look at its folder, the one with ${installer}, and keep it.`,
  onAir: (graphics: string) => `On air: ${graphics}. Nothing is installed while anything is on air.`,
  unknown: (graphics: string) =>
    `The desk does not know whether it is on air: ${graphics}. Bring its service back, or remove it.`,
  cueWaits: (cues: string) => `The cue ${cues} still waits for something. End it first.`,
  locked: 'The show is locked, so nothing is installed. Unlock it first.',
  more: (count: number) => ` and ${count} more`,
  noDialog: 'This desk has no dialog for folders. Type the path.',
  keepAction: (folder: string) => `Keep the installer of the version that runs, from ${folder}`,
  installAction: (folder: string) => `Install a version from ${folder}`,
  restoreAction: 'Bring back a copy of the data at the next start',
  impossible: 'This desk cannot be updated.',
  kept: (version: string) => `Version ${version} is the one that runs, and its installer is kept.`,
  notInstalled: (version: string, installed: string) =>
    `Version ${version} is not the one that runs, which is ${installed}.`,
  installed: (version: string) => `Version ${version} is the one that runs.`,
  notSaved: 'Not everything could be saved, so nothing was installed. Make room on the disk.',
  handingOver: (installer: string) => `Handing over ${installer}`,
  replaced: (installer: string) => `${installer} was replaced meanwhile. Nothing was installed.`,
  underWay: 'An installation is under way already.',
  keptOf: (version: string) => `what was kept of ${version}`,
  otherInstaller: 'The folder has another installer by now. Look at it again.',
  copyGone: 'That copy of the data is gone, so nothing is brought back.',
  noRoomForCopy: (mebibytes: string) =>
    `Settings, show and database could not be copied: that needs ${mebibytes} MiB on the disk. Make room.`,
  copyForOther: (copy: string, version: string) =>
    `The copy of the data ${copy} was not brought back: it was to be for version ${version}.`,
  copyBack: (copy: string, aside: string) =>
    `Settings, show and database are those of ${copy} again. What was there before is in ${aside}.`,
  copyNotBack: (copy: string, reason: string, plan: string) =>
    `The copy of the data ${copy} could not be brought back (${reason}). Start again when that is mended, or delete ${plan} to go on without it.`,
  lastChange: (time: string) => `Last change in it: ${time}. `,
  notPackaged: (version: string) => `${version} (not packaged)`,
  licencesLater:
    'The licences of others are collected when the desk is packaged. Until then each is in the folder of its package.',
  fromSources: 'This desk runs from its sources, so it is not updated from a folder.',
  noKey:
    'This build cannot be updated from a folder: it was made without a public key of releases, so it could check none.',
  noPackage: 'This desk was not installed as a package, so it is not updated from a folder.',
  noFolder: (folder: string) => `There is no folder ${folder}.`,
  noRelease: (folder: string) => `There is no release of Overlay Desk in ${folder}.`,
  noSums: (file: string) => `${file} is missing, so nothing can be checked.`,
  unsigned: (file: string) => `The release is UNSIGNED: it has no ${file}.`,
  noSignature: (file: string, bytes: string, expected: number) =>
    `${file} is no signature: it has ${bytes} bytes, not ${expected}.`,
  wrongSignature: 'SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder.',
  fileMissing: (file: string) => `${file} is missing.`,
  noFacts: (file: string) => `${file} does not say what the release is.`,
  cutOff: (file: string, bytes: number, size: number) => `${file} was cut off: it has ${bytes} of its ${size} bytes.`,
  strangeLine: (line: number) => `Line ${line} of SHA256SUMS names no file of a release.`,
  namedTwice: (file: string) => `SHA256SUMS names ${file} twice.`,
  notNamed: (file: string) => `SHA256SUMS does not name ${file}.`,
  fileTooLarge: (file: string) => `${file} is too large for a file of a release.`,
  changedFile: (file: string) => `${file} is not the signed file: it was changed or replaced.`,
  noPem: (key: string) => `${key} cannot be read: it is not a PEM file.`,
  privateKey: (key: string) => `${key} is a private key, and a public one belongs here.`,
  otherKey: (key: string) => `${key} is of another kind than Ed25519.`,
  copyWrong: (installer: string) => `The copy of ${installer} is not the signed file. Nothing was installed.`,
  wholePath: (folder: string) => `Name the folder by its whole path, not as "${folder}".`,
  noneKept: (version: string) => `No installer of version ${version} was kept.`,
  unreadable: (reason: string) => `The release could not be read or copied (${reason}).`,
};
