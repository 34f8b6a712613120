import { registerHooks } from 'node:module';

/** `node --import idle-register.ts?devices=N&kind=silent PROGRAM`: RtMidi has controllers that nobody touches, and nothing else changes. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'midi/lazy') return next(specifier, context);
    const { search } = new URL(import.meta.url);
    return {
      url: new URL(`./idle-midi.ts${search}`, import.meta.url).href,
      format: 'module-typescript',
      shortCircuit: true,
    };
  },
});
