import { z } from 'zod';
import { LogicLayer } from '../../contract/model/control.ts';
import { Field } from '../../contract/model/field.ts';
import { Scene } from './scene.ts';
import { Stage } from './stage.ts';
import { WidgetUi } from './widget-ui.ts';

export interface SubComposition {
  id: string;
  name: string;
  fields: Field[];
  /** Field layout for editing. Source: "Widget UI definition". */
  widget?: WidgetUi | undefined;
  logicLayer: LogicLayer | null;
  /** Has its own out animation, so `Out1` and `Out2` differ. */
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

/** On the wire, the root is `mainComposition`. */
export const Composition = z.object({ version: z.literal(1), stage: Stage.optional(), root: SubComposition });
export type Composition = z.infer<typeof Composition>;
