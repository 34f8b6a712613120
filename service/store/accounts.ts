/** A user and the account whose things are the user's. E-mail addresses are unique without regard to case. */
export interface User {
  id: number;
  accountId: number;
  email: string;
  /** The salted memory-hard hash of the password, in its own notation. */
  passwordHash: string;
}

/** Accounts, users and the folders they sort things into. */
export interface AccountStore {
  /** A user with an account and a root folder (named "") of its own. Gives the user. */
  addUser(user: Pick<User, 'email' | 'passwordHash'>, made: Made): User;
  users(): User[];
  userByEmail(email: string): User | undefined;
  userById(id: number): User | undefined;
  setPasswordHash(userId: number, passwordHash: string): void;
  /**
   * Take the user away, and revoke the access tokens of all that is the account's. What is the account's stays, out of
   * reach, until it is restored from a copy; what is on air stays on air.
   */
  removeUser(userId: number, at: string): void;
}

/** When something is made, ISO 8601 UTC with milliseconds, and the UUID it gets. */
export interface Made {
  at: string;
  fid: string;
}

export interface Folder {
  fid: string;
  accountId: number;
  /** null for the root folder of an account, whose name is "". */
  parent: string | null;
  name: string;
  sortOrder: number;
  createdAt: string;
  updatedAt: string;
}

/** One thing in a folder, of any type. `id` is that of its own sequence; for folders, of the folders'. */
export interface FolderElement {
  type: 'c' | 'ai' | 'i' | 'fo';
  id: number;
  fid: string;
  name: string;
  userId: number | null;
  updatedAt: string;
  createdAt: string;
  sortOrder: number;
  /** Pictures and compositions: the id of their picture. */
  pictureId: string | null;
  /** Compositions: their access token. */
  token: string | null;
}

export interface FolderStore {
  folder(accountId: number, fid: string): Folder | undefined;
  rootFolder(accountId: number): Folder;
  /** The folders at an absolute path, given as its names: `[]` is the root. Names are not unique. Row 27. */
  foldersAt(accountId: number, names: readonly string[]): Folder[];
  addFolder(folder: Pick<Folder, 'accountId' | 'parent' | 'name'> & { parent: string }, made: Made): Folder;
  /** What a folder holds that is not deleted, in ascending sort order. Row 28. */
  elements(accountId: number, fid: string): FolderElement[];
}
