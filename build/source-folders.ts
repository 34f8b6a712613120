import tsconfig from '../tsconfig.json' with { type: 'json' };

export const sourceFolders: readonly string[] = tsconfig.include;
