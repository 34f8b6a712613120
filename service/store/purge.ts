/** Assets and graphics, by their ids. */
export interface Parts {
  assets: string[];
  graphics: string[];
}

/**
 * Takes away for good what was deleted, and gives its space back. Each call does so little that no key press waits for it.
 */
export interface PurgeStore {
  /**
   * Takes away a little of the app instances and compositions that were deleted before a time (ISO 8601). A composition that
   * an app instance has loaded stays whole. Gives whether there was anything to take away.
   */
  purgeDeleted(before: string): boolean;
  /** Whether there is any asset or graphic at all. */
  hasParts(): boolean;
  /** Takes away a deleted graphic. Its files stay as assets. */
  removeGraphic(id: string): void;
  /**
   * Takes away an asset that no account and no graphic has any more, in chunks, with the account's names that were deleted.
   * Does nothing if some account or graphic has it. `rest` is awaited between two chunks.
   */
  removeAsset(id: string, rest: () => Promise<void>): Promise<void>;
  /** Makes the database file a little shorter. Gives whether there may be more to give back. */
  giveBack(): boolean;
}
