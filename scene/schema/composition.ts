import { z } from 'zod';
import { LogicLayer } from '../../contract/model/control.ts';
import { Field } from '../../contract/model/field.ts';
import { Scene } from './scene.ts';
import { Stage } from './stage.ts';
import { WidgetUi } from './widget-ui.ts';

/** One sub-composition as it is authored and stored: its fields, its layer and how it looks. Nestable. */
export interface SubComposition {
  id: string;
  name: string;
  /** Its fields; those of the widget where it carries one. */
  fields: Field[];
  /** How its fields are laid out for editing, where it says so. Source: "Widget UI definition". */
  widget?: WidgetUi | undefined;
  logicLayer: LogicLayer | null;
  /** True where it has an out animation of its own besides the reverse of In: then `Out1` and `Out2` differ. */
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

/** A whole composition: its root is a sub-composition like the others, marked `mainComposition` on the wire. */
export const Composition = z.object({
  version: z.literal(1),
  stage: Stage.optional(),
  root: SubComposition,
});
export type Composition = z.infer<typeof Composition>;
