import { z } from 'zod';
import { LogicLayer } from '../../contract/model/control.ts';
import { Field } from '../../contract/model/field.ts';
import { Scene } from './scene.ts';
import { Stage } from './stage.ts';
import { WidgetUi } from './widget-ui.ts';

/** One sub-composition as it is authored and stored. It can contain others. */
export interface SubComposition {
  id: string;
  name: string;
  /** Its fields, taken from the widget if it has one. */
  fields: Field[];
  /** The layout of its fields for editing. Source: "Widget UI definition". */
  widget?: WidgetUi | undefined;
  logicLayer: LogicLayer | null;
  /** True if it has an out animation of its own, so that `Out1` and `Out2` differ. */
  secondTimeline: boolean;
  scene: Scene;
  subcompositions: SubComposition[];
}
export const SubComposition: z.ZodType<SubComposition> = z
  .object({
    id: z.uuid(),
    name: z.string(),
    fields: z.array(Field),
    widget: WidgetUi.optional(),
    logicLayer: LogicLayer.nullable(),
    secondTimeline: z.boolean(),
    scene: Scene,
    get subcompositions() {
      return z.array(SubComposition);
    },
  })
  .meta({ id: 'SubComposition' });

/** A whole composition. Its root is a sub-composition like the others, called `mainComposition` on the wire. */
export const Composition = z.object({
  version: z.literal(1),
  stage: Stage.optional(),
  root: SubComposition,
});
export type Composition = z.infer<typeof Composition>;
