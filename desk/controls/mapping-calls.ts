import type { controllerCalls as contract } from '../../contract/desk-api/controller.ts';
import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import type { keyCalls as keyContract } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { Controllers } from '../../surfaces/controllers.ts';
import type { Keys } from '../../surfaces/press/keys.ts';

/** Throws `call-invalid` if the shell has no driver of controllers. */
export function presentControllers(controllers: Controllers | undefined): Controllers {
  if (controllers) return controllers;
  throw new OverlayError('call-invalid', 'This desk has no driver of MIDI controllers.');
}

export function keyCalls(keys: Keys, changed: () => void): Pick<Calls<typeof deskApi>, keyof typeof keyContract> {
  return {
    mapKeys: ({ keys: bindings }) => {
      keys.map(bindings);
      changed();
    },
    unmapKey: (key) => {
      keys.unmap(key);
      changed();
    },
    tryGlobalKeys: ({ try: tries }) => keys.tryGlobal(tries),
  };
}

/** `controllers`: undefined where the shell has no driver. */
export function controllerCalls(
  controllers: Controllers | undefined,
): Pick<Calls<typeof deskApi>, keyof typeof contract> {
  const present = (): Controllers => presentControllers(controllers);
  return {
    learnControl: ({ ignore }) => controllers?.learn(ignore) ?? null,
    stopLearning: () => controllers?.stopLearning(),
    testControls: () => present().test(),
    stopTesting: () => controllers?.stopTesting(),
    nameDevice: ({ device, is }) => present().nameDevice(device, is),
    mapControl: (binding) => present().map(binding),
    testLamps: ({ device }) => present().testLamps(device),
    followSelection: (selected) => controllers?.follow(selected),
    pictureDevice: ({ device }) => present().picture(device),
    setBrightness: (brightness) => present().setBrightness(brightness),
    unmapControl: (control) => present().unmap(control),
  };
}
