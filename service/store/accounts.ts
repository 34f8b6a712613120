/** A user and the account that owns the user's things. E-mail addresses are unique regardless of case. */
export interface User {
  id: number;
  accountId: number;
  email: string;
  /** The salted, memory-hard hash of the password, in its own notation. */
  passwordHash: string;
}

/** Accounts, users and their folders. */
export interface AccountStore {
  /** Adds a user with an account and a root folder (named "") of its own. */
  addUser(user: Pick<User, 'email' | 'passwordHash'>, made: Made): User;
  users(): User[];
  userByEmail(email: string): User | undefined;
  userById(id: number): User | undefined;
  setPasswordHash(userId: number, passwordHash: string): void;
  /**
   * Removes a user and revokes the access tokens of everything in the account. The account's things stay, out of reach,
   * until a backup is restored. The program stays on air.
   */
  removeUser(userId: number, at: string): void;
  /**
   * The bytes that an account stores: its contents, thumbnails, assets and graphics. What was deleted counts until it is
   * gone for good. What other accounts store too counts in full.
   */
  accountBytes(accountId: number): number;
}

/** The time of creation, ISO 8601 UTC with milliseconds, and the UUID of the new thing. */
export interface Made {
  at: string;
  fid: string;
}

export interface Folder {
  fid: string;
  accountId: number;
  /** null for the root folder of an account, which is named "". */
  parent: string | null;
  name: string;
  sortOrder: number;
  createdAt: string;
  updatedAt: string;
}

/** One thing in a folder, of any type. `id` counts within its type; for a folder it counts folders. */
export interface FolderElement {
  type: 'c' | 'ai' | 'i' | 'fo';
  id: number;
  fid: string;
  name: string;
  userId: number | null;
  updatedAt: string;
  createdAt: string;
  sortOrder: number;
  /** The picture of a composition or picture; null for other types. */
  pictureId: string | null;
  /** The access token of a composition; null for other types. */
  token: string | null;
}

export interface FolderStore {
  folder(accountId: number, fid: string): Folder | undefined;
  rootFolder(accountId: number): Folder;
  /** The folders at an absolute path, given as its names; `[]` is the root. Names are not unique. Source: row 27. */
  foldersAt(accountId: number, names: readonly string[]): Folder[];
  addFolder(folder: Pick<Folder, 'accountId' | 'parent' | 'name'> & { parent: string }, made: Made): Folder;
  /** Deletes an empty folder that is not a root. What was in it and is deleted comes into the folder above. */
  deleteFolder(folder: Folder & { parent: string }): void;
  /** What a folder contains that is not deleted, in ascending sort order. Source: row 28. */
  elements(accountId: number, fid: string): FolderElement[];
}
