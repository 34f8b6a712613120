import tsconfig from '../tsconfig.json' with { type: 'json' };

/** Every folder with sources, as the compiler knows them. */
export const sourceFolders: readonly string[] = tsconfig.include;
