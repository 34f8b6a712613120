import { z } from 'zod';

/**
 * The content security policy forbids code made from text, so the schemas must not try. They decide when they are made:
 * this module has to be loaded before every other that makes one.
 */
z.config({ jitless: true });
