import { registerHooks } from 'node:module';

/** `node --import jack-register.ts?addon=FILE&server=NAME PROGRAM`: RtMidi is that file, and nothing else changes. */
const { searchParams } = new URL(import.meta.url);
const addon = searchParams.get('addon');
process.env.JACK_DEFAULT_SERVER = searchParams.get('server') ?? '';

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/midi/load-native.js')) return next(url, context);
    const source = `module.exports = () => require(${JSON.stringify(addon)});`;
    return { format: 'commonjs', source, shortCircuit: true };
  },
});
