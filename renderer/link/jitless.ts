import { z } from 'zod';

/**
 * Keeps the schemas from compiling code out of text, which the content security policy forbids. A schema decides when it is
 * made, so this module must load before every module that makes one.
 */
z.config({ jitless: true });
