import type { FieldAction } from '../../contract/actions/actions.ts';
import { type Field, stepOf } from '../../contract/model/field.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import { cueOf, type CueTruth, type FaceTruth } from '../../surfaces/faces/faces.ts';

export function faceTruth(apps: OpenApps, truth: CueTruth): Omit<FaceTruth, keyof CueTruth> {
  return {
    sub(address) {
      const ref = apps.find(address);
      return ref?.app.state.view(ref.id);
    },
    hasCued: () => apps.cued.length > 0,
    name(action) {
      if ('subComposition' in action) return apps.sub(action.subComposition)?.item.name;
      if (action.do === 'makeActive') return truth.rundown(action.rundown)?.name;
      const cue = action.do === 'go' ? truth.ahead(action.rundown, action.ahead ?? 0) : cueOf(action, truth);
      if (cue) return truth.cueName(cue);
      return action.do === 'recallLook' ? action.look : undefined;
    },
    confirmed(action) {
      if (!('field' in action)) return undefined;
      const value = numberOf(apps, action, (app, id) => app.state.sub(id).payload);
      const shown = numberOf(apps, action, (app, id) => app.state.shown(id));
      if (value === undefined || value !== shown) return undefined;
      const field = fieldAt(apps, action);
      return { value, min: Number(field?.min ?? 0), max: Number(field?.max ?? 100) };
    },
  };
}

/** The step of the action's field; undefined if the field takes any number. */
export function stepAt(apps: OpenApps, action: FieldAction): number | undefined {
  const field = fieldAt(apps, action);
  return field && stepOf(field);
}

function fieldAt(apps: OpenApps, { subComposition, field }: FieldAction): Field | undefined {
  return apps.sub(subComposition)?.item.model.find(({ id }) => id === field);
}

/** Services of others report numbers as text. */
export function numberOf(
  apps: OpenApps,
  { subComposition, field }: FieldAction,
  valuesOf: (app: SubRef['app'], id: string) => Readonly<Record<string, unknown>>,
): number | undefined {
  const ref = apps.find(subComposition);
  const value = Number(ref ? valuesOf(ref.app, ref.id)[field] : undefined);
  return Number.isNaN(value) ? undefined : value;
}
