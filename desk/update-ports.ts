import type { DataCopy, HandOver, UpdateSource } from '../contract/desk-api/update.ts';
import type { InstallerKind, ReleaseFacts, ReleaseProcessor } from '../contract/release.ts';

export interface InstalledApplication {
  version: string;
  /** Unsigned versions carry a mark. */
  marked: string;
  /** ISO 8601; null when running from sources. */
  changedAt: string | null;
  /** The preferred installer comes first. */
  kinds: readonly InstallerKind[];
  processor: ReleaseProcessor;
  machine: string;
  /** A sentence; empty if the desk can be updated from a folder. */
  notUpdatable: string;
}

/** The signature was checked. The installer is checked separately, because it is large. */
export interface FoundRelease {
  facts: ReleaseFacts;
  names: readonly string[];
  /** The signed SHA-256 of a file. */
  sha256(name: string): string;
  bytes(name: string): number;
  /** Undefined if the file is the signed file. */
  problem(name: string): Promise<string | undefined>;
}

export interface UpdateShelf {
  /** Checks the signature. Rejects with `update-refused`. */
  read(from: UpdateSource): Promise<FoundRelease>;
  /** Newest first. */
  kept(): string[];
  /**
   * Copies an installer with its signature to the desk's folder and checks the copy. `keep`: further versions to keep
   * there. Rejects with `update-refused`.
   */
  take(release: FoundRelease, wanted: { installer: string; keep: readonly string[] }): Promise<string>;
  copies(): Promise<DataCopy[]>;
  /** Rejects with `update-refused` if the disk has no room. */
  copy(version: string): Promise<void>;
  /**
   * Restores a copy when `version` starts next; null for none. `by`: the running version. Throws `update-refused` for a
   * missing copy.
   */
  planRestore(plan: { id: string; version: string; by: string } | null): void;
}

/** The installer was checked in the desk's own folder. */
export interface CheckedInstaller {
  path: string;
  sha256: string;
  kind: InstallerKind;
  stepBack: boolean;
}

export interface UpdatePorts {
  installed: InstalledApplication;
  shelf: UpdateShelf;
  licences(): Promise<string>;
  /** Undefined if the operator chose no folder. Absent if the shell has no dialog. */
  chooseFolder?(): Promise<string | undefined>;
  /** The shell ends the desk soon after the installer starts. Rejects with a sentence if the system refuses it. */
  handOver(installer: CheckedInstaller): Promise<HandOver>;
}
