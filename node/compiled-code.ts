import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Keeps what Node compiles in the data directory, so that the service, the drivers and the threads start faster the next time. Programs
 * that this one starts inherit it. A directory that cannot be written to changes nothing else. The shell of Electron does not use it: whoever
 * writes these files decides what runs, and the fuses of its package keep everyone from that.
 */
export function keepCompiledCode(data: string, env: NodeJS.ProcessEnv): void {
  env.NODE_COMPILE_CACHE ??= join(data, 'cache');
  enableCompileCache(env.NODE_COMPILE_CACHE);
}
