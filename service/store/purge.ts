export interface PurgedParts {
  assets: string[];
  graphics: string[];
}

/** Removes deleted data for good. Each call is short, so that key presses never wait. */
export interface PurgeStore {
  /**
   * Removes some app instances and compositions deleted before a time (ISO 8601), except loaded compositions. Returns
   * whether it removed anything.
   */
  purgeDeleted(before: string): boolean;
  hasParts(): boolean;
  /** Removes a deleted graphic. Its files remain as assets. */
  removeGraphic(id: string): void;
  /**
   * Removes an asset and its deleted names in chunks, unless an account or graphic uses it. Awaits `rest` between
   * chunks.
   */
  removeAsset(id: string, rest: () => Promise<void>): Promise<void>;
  /** Shrinks the database file a little. Returns whether more may be possible. */
  giveBack(): boolean;
}
