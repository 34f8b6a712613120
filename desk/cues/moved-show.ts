import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { CarriedShow } from '../../contract/desk-api/show-file.ts';
import { addressOf, parseAddress } from '../../contract/model/address.ts';

/** A show with other app instances in the place of those that it names, by key. */
export function movedShow(show: CarriedShow, apps: ReadonlyMap<string, string>): CarriedShow {
  const appOf = (key: string): string => apps.get(key) ?? key;
  const at = (address: string): string => {
    const { app, id } = parseAddress(address);
    return apps.has(app) ? addressOf(appOf(app), id) : address;
  };
  const moved = <Named extends { subComposition: string }>(one: Named): Named => ({
    ...one,
    subComposition: at(one.subComposition),
  });
  const pressing = (action: KeyBinding['action']): KeyBinding['action'] => {
    if ('subComposition' in action) return moved(action);
    return 'app' in action && action.app ? { ...action, app: appOf(action.app) } : action;
  };
  return {
    ...show,
    rundowns: show.rundowns.map((rundown) => ({
      ...rundown,
      groups: rundown.groups.map((group) => ({
        ...group,
        cues: group.cues.map((cue) => ({
          ...cue,
          steps: cue.steps.map((step) => ({ ...step, targets: step.targets.map(moved) })),
        })),
      })),
    })),
    looks: show.looks.map((look) => ({ ...look, items: look.items.map((item) => ({ ...item, id: at(item.id) })) })),
    dataLinks: show.dataLinks.map(moved),
    keys: show.keys.map((key) => ({ ...key, action: pressing(key.action) })),
    controls: show.controls.map((control) => ({ ...control, action: pressing(control.action) })),
  };
}
