import { type ErrorDetail, OverlayError } from '../../contract/errors.ts';
import type {
  FirstControlItem,
  FirstModel,
  FirstModelEntry,
  FirstUpdateItem,
  SubCompositionList,
} from '../../contract/model/app-instance.ts';
import {
  type ControlItem,
  type LogicLayer,
  type ModelItem,
  preOrder,
  type UpdateItem,
} from '../../contract/model/control.ts';
import { noSuchProperty } from '../../contract/schema-problems.ts';

/** Row 3: the model of row 30 in first-generation form, with row 29's current values. */
export function firstModel(
  model: readonly ModelItem[],
  control: readonly ControlItem[],
  { roots, other }: { roots: readonly string[]; other: string },
): FirstModel {
  const payloads = new Map(control.map(({ subCompositionId, payload }) => [subCompositionId, payload]));
  const entry = (item: ModelItem, thumbnail: string): FirstModelEntry => ({
    id: item.id,
    name: item.name,
    state: item.state,
    controlnode: {
      id: item.id,
      name: item.name,
      thumbnail,
      model: {
        fields: Object.fromEntries(
          item.model.map(({ defaultValue, id, title, type, index }) => [id, { defaultValue, id, title, type, index }]),
        ),
      },
      payload: payloads.get(item.id) ?? {},
    },
    logicLayer: namedLayer(item.logicLayer),
    subcompositions: item.subcompositions.map((sub) => entry(sub, other)),
  });
  return { data: model.map((root, at) => entry(root, roots[at] ?? other)) };
}

/** The first generation omits a layer's delay. */
function namedLayer(layer: LogicLayer | null): { name: string; tag: string } | null {
  return layer && { name: layer.name, tag: layer.tag };
}

/** Row 5: all values, the root first. `controlNode` is present even without fields. */
export function firstControl(control: readonly ControlItem[]): FirstControlItem[] {
  return control.map(({ subCompositionId, subCompositionName, mainComposition, state, payload }) => ({
    compositionId: subCompositionId,
    compositionName: subCompositionName,
    mainComposition,
    animation: { state },
    controlNode: { payload },
  }));
}

/** Row 6: all sub-compositions except the root, parents first. */
export function subCompositionList(model: readonly ModelItem[]): SubCompositionList {
  const subs = [...preOrder(model.flatMap(({ subcompositions }) => subcompositions))];
  return {
    data: subs.map(({ id, name, state = 'Out', logicLayer }) => ({
      id,
      name,
      state,
      logicLayer: namedLayer(logicLayer),
    })),
  };
}

/** Rows 9 and 10: converts first-generation updates to items of row 31. */
export function updateItems(items: readonly FirstUpdateItem[]): UpdateItem[] {
  return items.map(({ compositionId, compositionName, controlNode, animation }) => ({
    subCompositionId: compositionId,
    subCompositionName: compositionName,
    ...(controlNode?.payload && { payload: controlNode.payload }),
    ...(animation?.to && { state: animation.to, action: animation.action ?? 'play' }),
  }));
}

export function inFirstWords(thrown: unknown): unknown {
  if (!(thrown instanceof OverlayError) || thrown.details.length === 0) return thrown;
  const details = thrown.details.map(inFirstPath);
  const message = thrown.message.replace(thrown.details[0]?.path ?? '', () => details[0]?.path ?? '');
  return new OverlayError(thrown.code, message, details);
}

export function inFirstPath({ path, message }: ErrorDetail): ErrorDetail {
  // The client wrote this path itself, with a word of the second generation.
  if (message === noSuchProperty) return { path, message };
  const first = path
    .replace(/^(\[\d+\])\.payload/, '$1.controlNode.payload')
    .replace(/^(\[\d+\])\.subComposition(Name|Id)$/, '$1.composition$2');
  return { path: first, message };
}
