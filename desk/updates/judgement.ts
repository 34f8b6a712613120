import { texts } from '../../contract/texts/texts.ts';
import {
  compareVersions,
  findInstaller,
  installerNames,
  type InstallerKind,
  type ReleaseFacts,
  type ReleaseProcessor,
} from '../../contract/release.ts';

export interface InstalledVersion {
  version: string;
  kinds: readonly InstallerKind[];
  processor: ReleaseProcessor;
  machine: string;
}

export interface JudgedRelease {
  facts: ReleaseFacts;
  names: readonly string[];
  installed: InstalledVersion;
  /** Milliseconds since the epoch. */
  now: number;
  stepBack: boolean;
  /** Whether this desk checked and kept the installer for the step back. */
  kept: boolean;
}

/** A sentence; undefined if not expired. `now`: milliseconds since the epoch. */
export function expiryProblem({ version, expires }: ReleaseFacts, now: number): string | undefined {
  return now <= Date.parse(`${expires}T23:59:59.999Z`) ? undefined : texts.updates.expired(version, expires);
}

/**
 * Returns the installer's name, or the refusal as a sentence. Accepts the running version, which is kept for a step
 * back, not installed.
 */
export function judgeRelease({
  facts,
  names,
  installed,
  now,
  stepBack,
  kept,
}: JudgedRelease): { installer: string } | string {
  const { version } = facts;
  const order = compareVersions(version, installed.version);
  if (order < 0 && !stepBack) return texts.updates.older(version, installed.version);
  if (order > 0 && stepBack) return texts.updates.newer(version, installed.version);
  // The running and kept versions were valid when checked, and the way back must stay open.
  const expired = kept || order === 0 ? undefined : expiryProblem(facts, now);
  if (expired !== undefined) return expired;
  const { kinds, processor, machine } = installed;
  const installer = findInstaller(names, { version, kinds, processor });
  return installer === undefined ? texts.updates.otherSystems(version, machine) : { installer };
}

/** Explains a missing step back and how to get it; empty if available. `kept`: kept versions. */
export function notKept(
  { version, marked, kinds, processor }: InstalledVersion & { marked: string },
  kept: string[],
): string {
  if (kept.includes(version)) return '';
  const [signed = '', unsigned = ''] = installerNames({ version, kinds, processor });
  const installer = marked === version ? signed : unsigned;
  return texts.updates.noStepBack(version, installer);
}

export interface Situation {
  onAir: readonly string[];
  unknown: readonly string[];
  /** Cues with pending automatic actions. */
  cues: readonly string[];
  locked: boolean;
}

export function situationProblems({ onAir, unknown, cues, locked }: Situation): string[] {
  const problems: string[] = [];
  if (onAir.length > 0) problems.push(texts.updates.onAir(listed(onAir)));
  if (unknown.length > 0) problems.push(texts.updates.unknown(listed(unknown)));
  if (cues.length > 0) problems.push(texts.updates.cueWaits(listed(cues)));
  if (locked) problems.push(texts.updates.locked);
  return problems;
}

const mostNames = 5;

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? texts.updates.more(more) : '');
}
