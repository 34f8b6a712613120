/**
 * What the MSI of each version is registered by. By it one replaces the other, and the installer (`.exe`) finds an MSI. It must never
 * change; the GUIDs of everything else in the MSI are made of it and of names.
 */
export const upgradeCode = '5D0E2C5B-7A3F-5C0B-9A66-0C1E5B8E6F21';

/**
 * The key of the registry that the installer (`.exe`) writes for the list of programs: of the machine where it installs for all users,
 * else of the user. By it the next version finds the one before, and the MSI finds either. It must never change.
 */
export const removeKey = String.raw`Software\Microsoft\Windows\CurrentVersion\Uninstall\Overlay Desk`;
