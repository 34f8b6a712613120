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

/** `changed` is called after each call. */
export function keyCalls(keys: Keys, changed: () => void): Pick<Calls<typeof deskApi>, keyof typeof keyContract> {
  return {
    mapKeys: ({ keys: bindings }) => {
      keys.map(bindings);
      changed();
      return null;
    },
    unmapKey: (key) => {
      keys.unmap(key);
      changed();
      return null;
    },
    tryGlobalKeys: ({ try: tries }) => {
      keys.tryGlobal(tries);
      return null;
    },
  };
}

/** `controllers`: undefined where the shell has no driver. */
export function controllerCalls(
  controllers: Controllers | undefined,
): Pick<Calls<typeof deskApi>, keyof typeof contract> {
  const present = (): Controllers => presentControllers(controllers);
  return {
    learnControl: ({ ignore }) => controllers?.learn(ignore) ?? null,
    stopLearning: () => {
      controllers?.stopLearning();
      return null;
    },
    testControls: () => {
      present().test();
      return null;
    },
    stopTesting: () => {
      controllers?.stopTesting();
      return null;
    },
    nameDevice: ({ device, is }) => {
      present().nameDevice(device, is);
      return null;
    },
    mapControl: (binding) => {
      present().map(binding);
      return null;
    },
    testLamps: ({ device }) => {
      present().testLamps(device);
      return null;
    },
    followSelection: (selected) => {
      controllers?.follow(selected);
      return null;
    },
    pictureDevice: ({ device }) => present().picture(device),
    setBrightness: (brightness) => {
      present().setBrightness(brightness);
      return null;
    },
    unmapControl: (control) => {
      present().unmap(control);
      return null;
    },
  };
}
