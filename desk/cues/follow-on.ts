import { texts } from '../../contract/texts/texts.ts';
import type { Cue, CueStep } from '../../contract/desk-api/cue.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { RundownOrder } from './rundown-order.ts';
import { placeKey, type StepPlace, type StepRun } from './step-run.ts';

/** Steps of one start: they are one request, and the desk answers no other press while it makes it. */
const mostTogether = 500;

export type OrderOf = (cue: string) => RundownOrder | undefined;

/** The present follow-on: the next step of the cue as fired, else the next cue. */
export function followerOf({ cue, step }: StepPlace, orderOf: OrderOf): StepPlace | undefined {
  if (cue.steps[step]?.follow.on === 'go') return undefined;
  if (step + 1 < cue.steps.length) return { cue, step: step + 1 };
  const order = orderOf(cue.id);
  const next = order?.after(cue.id);
  const following = next && order?.cue(next.cue);
  return following && !following.guarded ? { cue: following, step: 0 } : undefined;
}

function isSending({ cue, step }: StepPlace): boolean {
  return (cue.steps[step]?.targets.length ?? 0) > 0;
}

/** The places that a start of one starts at once. Throws `press-refused` for too many. */
export function startingTogether(place: StepPlace, orderOf: OrderOf): StepPlace[] {
  const all = new Map<string, StepPlace>();
  let sending = 0;
  for (let at: StepPlace | undefined = place; at && !all.has(placeKey(at));) {
    if (isSending(at) && (sending += 1) > mostTogether) {
      throw new OverlayError('press-refused', texts.cues.tooMany(mostTogether));
    }
    all.set(placeKey(at), at);
    at = at.cue.steps[at.step]?.follow.on === 'start' ? followerOf(at, orderOf) : undefined;
  }
  return [...all.values()];
}

/**
 * The present follow-on of a run: a later step as fired, or another cue as edited. Returns a sentence if that cue must
 * not be fired; no cue replaces it.
 */
export function followerNow({ follower, goesOn }: StepRun, orderOf: OrderOf): StepPlace | string | undefined {
  if (!follower || !goesOn) return undefined;
  if (follower.step > 0) return follower;
  const { id } = follower.cue;
  const cue = mayFollow(id, orderOf);
  if (cue) return { cue, step: 0 };
  return orderOf(id)?.cue(id) ? texts.cues.editedBefore : texts.cues.deletedBefore;
}

function mayFollow(id: string, orderOf: OrderOf): Cue | undefined {
  const order = orderOf(id);
  const cue = order?.cue(id);
  return cue && order?.isPlayable(id) && !cue.guarded ? cue : undefined;
}

export function reaches(run: StepRun, app: string, orderOf: OrderOf): boolean {
  const ofApp = ({ targets }: CueStep): boolean =>
    targets.some(({ subComposition }) => parseAddress(subComposition).app === app);
  if (run.parts.some((part) => part.app.identity.key === app) || ofApp(run.content)) return true;
  let next = run.goesOn ? run.follower : undefined;
  // Later steps of the same cue, and the follow-on of the last step, are as fired.
  for (; next && next.cue === run.cue && next.step > 0; next = followerOf(next, orderOf)) {
    const step = next.cue.steps[next.step];
    if (step && ofApp(step)) return true;
  }
  if (!next || (next.step === 0 && !mayFollow(next.cue.id, orderOf))) return false;
  return orderOf(next.cue.id)?.ahead({ cue: next.cue.id, step: next.step }).some(ofApp) ?? false;
}
