import { z } from 'zod';
import { AnimationState } from '../../contract/model/animation-state.ts';
import { Field, Value } from '../../contract/model/field.ts';
import { Loop, Motion, Update } from './motion.ts';
import { StillElement } from './scene.ts';
import { Stage } from './stage.ts';
import { WidgetUi } from './widget-ui.ts';

/**
 * A composition's full representation (rows 17 and 23). The top level is specified; entries in `compositions` use our
 * format with `contentVersion`. See `docs/composition-content.md`.
 */
export const contentVersion = 1;

/** In any form that the field type accepts, including plain numbers. */
const AuthoredValue = z.union([Value, z.number()], {
  error: 'expected a string, a number, true or false, a color, a timer or a button',
});
export const AuthoredField = Field.extend({ defaultValue: AuthoredValue, resetValue: AuthoredValue });
export type AuthoredField = z.infer<typeof AuthoredField>;

/** Out1 plays In backwards. Out2 needs a second timeline; Update animates a new value. */
const ElementMotions = z.strictObject({
  effects: z.strictObject({
    In: Motion.optional(),
    Out2: Motion.optional(),
    Loop: Loop.optional(),
    Update: Update.optional(),
  }),
});

/** Undefined for other mistakes, which keep the schema's message. */
function ofNewerProgram({ input }: { input?: unknown }): string | undefined {
  if (typeof input !== 'number' || input <= contentVersion) return undefined;
  return `expected ${contentVersion}, received ${input}: it was made by a newer program`;
}

export const ContentEntry = z
  .strictObject({
    version: z.literal(contentVersion, { error: ofNewerProgram }),
    name: z.string(),
    dataSources: z.strictObject({
      composition: z.strictObject({
        controlNode: z.strictObject({
          id: z.string(),
          name: z.string(),
          thumbnail: z.string(),
          /** Absent if a `widget` defines them. */
          fields: z.array(AuthoredField).optional(),
          widget: WidgetUi.optional(),
        }),
      }),
    }),
    groups: z.record(z.string(), ElementMotions),
    /** A key of `compositionProps.logicLayers`. */
    logicLayer: z.strictObject({ id: z.string(), delay: z.enum(['none', 'auto', 'custom']) }).nullable(),
    /** In drawing order. Ids are unique in an entry, including nested elements, because `groups` uses them. */
    elements: z.array(StillElement).max(500),
    stage: Stage.optional(),
    subcompositions: z.array(z.string()),
  })
  .meta({ id: 'ContentEntry' });
export type ContentEntry = z.infer<typeof ContentEntry>;

/** Editor settings that the desk stores but does not use. */
const UiSettings = z.looseObject({
  disableTimelineUpdate: z.boolean(),
  editorResolution: z.number(),
  editorResolutionHeight: z.number(),
  editorResolutionWidth: z.number(),
  showBoundingBox: z.boolean(),
  timelineSnap: z.string(),
  timelineZoom: z.number(),
});

export const initialUiSettings: z.infer<typeof UiSettings> = {
  disableTimelineUpdate: false,
  editorResolution: 1,
  editorResolutionHeight: 1080,
  editorResolutionWidth: 1920,
  showBoundingBox: true,
  timelineSnap: 'frames',
  timelineZoom: 1,
};

/** Source: "Composition content (full representation)". Members of other programs are kept. */
export const CompositionContent = z
  .looseObject({
    command: z.looseObject({
      commands: z.array(z.looseObject({ name: z.string(), target: z.string(), to: z.string() })),
      id: z.number(),
    }),
    compositionProps: z.looseObject({
      logicLayers: z.record(z.string(), z.looseObject({ name: z.string(), tag: z.string() })),
      timeline2Active: z.record(z.string(), z.boolean()),
    }),
    compositionStates: z.record(z.string(), AnimationState),
    compositions: z.record(z.uuid(), ContentEntry),
    editingIds: z.record(z.string(), z.boolean()),
    mainComposition: z.string(),
    revision: z.string(),
    uiSettings: UiSettings,
  })
  .meta({ id: 'CompositionContent' });
export type CompositionContent = z.infer<typeof CompositionContent>;
