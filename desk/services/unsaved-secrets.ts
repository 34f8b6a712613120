import type { Ground } from '../ground.ts';

/** Milliseconds until an unsaved secret is dropped, and the maximum number. */
const keptFor = 15 * 60_000;
const most = 50;

/** Secrets that no connection uses yet. They stay in the desk's memory; the screen gets only a reference. */
export function unsavedSecrets({ clock, newId }: Pick<Ground, 'clock' | 'newId'>) {
  const secrets = new Map<string, { secret: string; callOff: () => void }>();
  const drop = (id: string): void => {
    secrets.get(id)?.callOff();
    secrets.delete(id);
  };
  const add = (secret: string): string => {
    const [oldest] = secrets.keys();
    if (secrets.size >= most && oldest !== undefined) drop(oldest);
    const id = newId();
    secrets.set(id, { secret, callOff: clock.after(keptFor, () => drop(id)) });
    return id;
  };
  return {
    add,
    drop,
    get: (id: string) => secrets.get(id)?.secret,
    all: () => [...secrets.values()].map(({ secret }) => secret),
    close: () => [...secrets.keys()].forEach(drop),
  };
}
