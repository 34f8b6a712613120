/** A user and the account that owns the user's things. E-mail addresses ignore case. */
export interface User {
  id: number;
  accountId: number;
  email: string;
  passwordHash: string;
}

export interface AccountStore {
  /** The user gets a new account and a root folder named "". */
  addUser(user: Pick<User, 'email' | 'passwordHash'>, made: NewFolder): User;
  users(): User[];
  userByEmail(email: string): User | undefined;
  userById(id: number): User | undefined;
  setPasswordHash(userId: number, passwordHash: string): void;
  /**
   * Revokes all access tokens of the account. Its things remain, out of reach until a backup is restored; the program
   * stays on air.
   */
  removeUser(userId: number, at: string): void;
  /**
   * Bytes of an account's contents, thumbnails, assets and graphics. Includes deleted data until the purge, and data
   * shared with other accounts.
   */
  accountBytes(accountId: number): number;
}

/** `at`: ISO 8601 UTC with milliseconds. `fid`: UUID. */
export interface NewFolder {
  at: string;
  fid: string;
}

export interface Folder {
  fid: string;
  accountId: number;
  /** null for the account's root folder, which is named "". */
  parent: string | null;
  name: string;
  sortOrder: number;
  createdAt: string;
  updatedAt: string;
}

/** `id` is unique within its type. */
export interface FolderElement {
  type: 'c' | 'ai' | 'i' | 'fo';
  id: number;
  fid: string;
  name: string;
  userId: number | null;
  updatedAt: string;
  createdAt: string;
  sortOrder: number;
  /** null except for compositions and pictures. */
  pictureId: string | null;
  /** null except for compositions. */
  token: string | null;
}

export interface FolderStore {
  folder(accountId: number, fid: string): Folder | undefined;
  rootFolder(accountId: number): Folder;
  foldersAt(accountId: number, names: readonly string[]): Folder[];
  addFolder(folder: Pick<Folder, 'accountId' | 'parent' | 'name'> & { parent: string }, made: NewFolder): Folder;
  /** Deletes an empty folder that is not a root. Its deleted contents move to the parent. */
  deleteFolder(folder: Folder & { parent: string }): void;
  elements(accountId: number, fid: string): FolderElement[];
}
