import { registerHooks } from 'node:module';

/** `node --import test/electron-double/register.ts dist/electron/main.js`: `electron` is the double, nothing else changes. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true };
  },
});
