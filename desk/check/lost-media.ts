import type { Rundown } from '../../contract/desk-api/cue.ts';
import { lostMediaIn } from '../../contract/model/media-address.ts';
import type { OpenApps } from '../app/open-apps.ts';
import { captionOf } from '../cues/rundown-order.ts';

export interface LostMedia {
  cue: string;
  graphic: string;
  field: string;
  address: string;
}

/** The pictures and sounds of cues that would be missing on air. */
export function lostMedia(rundowns: readonly Rundown[], apps: Pick<OpenApps, 'sub'>): LostMedia[] {
  const cues = rundowns.flatMap(({ groups }) => groups.flatMap((group) => group.cues));
  return cues.flatMap((cue) =>
    cue.steps.flatMap(({ targets }) =>
      targets.flatMap(({ subComposition, values }) => {
        const sub = apps.sub(subComposition);
        const lost = sub ? lostMediaIn(values, sub.fields.values()) : [];
        return lost.map((one) => ({ ...one, cue: captionOf(cue), graphic: sub?.name ?? '' }));
      }),
    ),
  );
}
