import { registerHooks } from 'node:module';

/**
 * `node --import stand-in-register.ts PROGRAM`: `node-hid` is the stand-in, with a Stream Deck XL and an X-keys panel, and nothing else changes.
 * The deck tells what it is sent as presses: each picture that it takes whole is a press of that key and its release. With `?file=PATH` every
 * report is a line of that file.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'node-hid') return next(specifier, context);
    return {
      url: new URL(`./stand-in-module.ts${new URL(import.meta.url).search}`, import.meta.url).href,
      format: 'module-typescript',
      shortCircuit: true,
    };
  },
});
