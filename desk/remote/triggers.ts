import type { Action } from '../../contract/actions/actions.ts';
import type { RemoteClient, RemoteOperation } from '../../contract/desk-api/remote.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { OverlayError } from '../../contract/errors.ts';

export type Triggered = Action | { do: Exclude<RemoteOperation, Action['do']> };

/** Throws `forbidden` and names the target missing from the list of the client. */
export function checkTrigger({ name, only }: Pick<RemoteClient, 'name' | 'only'>, triggered: Triggered): void {
  if (!only) return;
  const refuse = (what: string): never => {
    throw new OverlayError('forbidden', `The client ${name} may not trigger ${what}: it is not on its list.`);
  };
  if (only.triggers.length > 0 && !only.triggers.includes(triggered.do)) refuse(triggered.do);
  if (only.targets.length === 0) return;
  const targets = targetsOf(triggered);
  if (targets.length === 0) refuse(`${triggered.do}, which names neither a cue nor an app instance`);
  if (!targets.some((target) => only.targets.includes(target))) refuse(`${triggered.do} of ${targets[0] ?? ''}`);
}

function targetsOf(triggered: Triggered): string[] {
  if ('cue' in triggered) return [triggered.cue];
  if ('subComposition' in triggered) return [triggered.subComposition, parseAddress(triggered.subComposition).app];
  return 'app' in triggered && triggered.app !== undefined ? [triggered.app] : [];
}
