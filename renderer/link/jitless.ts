import { z } from 'zod';

/**
 * Stops zod from compiling code out of text, which the content security policy forbids. Schemas read the setting when
 * they are made: load this module before any of them.
 */
z.config({ jitless: true });
