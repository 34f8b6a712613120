import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Caches compiled code in the data directory for faster starts; child processes inherit the setting. Not for Electron:
 * writers of these files control what runs, and the fuses of its package prevent this.
 */
export function keepCompiledCode(data: string, env: NodeJS.ProcessEnv): void {
  env.NODE_COMPILE_CACHE ??= join(data, 'cache');
  enableCompileCache(env.NODE_COMPILE_CACHE);
}
