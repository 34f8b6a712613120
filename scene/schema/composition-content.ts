import { z } from 'zod';
import { AnimationState } from '../../contract/model/animation-state.ts';
import { Field, Value } from '../../contract/model/field.ts';
import { Loop, Motion, Update } from './motion.ts';
import { StillElement } from './scene.ts';
import { Stage } from './stage.ts';
import { WidgetUi } from './widget-ui.ts';

/**
 * The full representation of a composition, as in rows 17 and 23. Its top level is the specification's. The entries in
 * `compositions` are our own format, versioned by `contentVersion`; `docs/composition-content.md` explains it.
 */
export const contentVersion = 1;

/** A value as authors write it: in any form that its field type accepts, including plain numbers. */
const AuthoredValue = z.union([Value, z.number()], {
  error: 'expected a string, a number, true or false, a color, a timer or a button',
});
const AuthoredField = Field.extend({ defaultValue: AuthoredValue, resetValue: AuthoredValue });

/**
 * The motions of one element: In (which Out1 plays backwards), Out2 if there is a second timeline, the loop while it is
 * In, and the animation of a new value.
 */
const ElementMotions = z.strictObject({
  effects: z.strictObject({
    In: Motion.optional(),
    Out2: Motion.optional(),
    Loop: Loop.optional(),
    Update: Update.optional(),
  }),
});

/** The message for a version that this program does not know yet. Other mistakes keep the schema's own message. */
function ofNewerProgram({ input }: { input?: unknown }): string | undefined {
  if (typeof input !== 'number' || input <= contentVersion) return undefined;
  return `expected ${contentVersion}, received ${input}: it was made by a newer program`;
}

/**
 * One composition or sub-composition: its control node with its fields, its elements, their motions, and its children.
 */
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
          /** Its fields, if no `widget` defines them. */
          fields: z.array(AuthoredField).optional(),
          widget: WidgetUi.optional(),
        }),
      }),
    }),
    /** The motions by element id. */
    groups: z.record(z.string(), ElementMotions),
    /** The layer it belongs to, a key of `compositionProps.logicLayers`. */
    logicLayer: z.strictObject({ id: z.string(), delay: z.enum(['none', 'auto', 'custom']) }).nullable(),
    /**
     * Elements in drawing order. Element ids are unique in an entry, nested ones included, because `groups` uses them.
     */
    elements: z.array(StillElement).max(500),
    /** The reference frame and the fonts. Only the main composition has one. */
    stage: Stage.optional(),
    /** The ids of its sub-compositions, in order. */
    subcompositions: z.array(z.string()),
  })
  .meta({ id: 'ContentEntry' });
export type ContentEntry = z.infer<typeof ContentEntry>;

/** What an editor stores of its own. The desk keeps it and does not use it. */
const UiSettings = z.object({
  disableTimelineUpdate: z.boolean(),
  editorResolution: z.number(),
  editorResolutionHeight: z.number(),
  editorResolutionWidth: z.number(),
  showBoundingBox: z.boolean(),
  timelineSnap: z.string(),
  timelineZoom: z.number(),
});

/** The `uiSettings` of a content that no editor has stored yet. */
export const initialUiSettings: z.infer<typeof UiSettings> = {
  disableTimelineUpdate: false,
  editorResolution: 1,
  editorResolutionHeight: 1080,
  editorResolutionWidth: 1920,
  showBoundingBox: true,
  timelineSnap: 'frames',
  timelineZoom: 1,
};

/** Source: "Composition content (full representation)". */
export const CompositionContent = z
  .object({
    command: z.object({
      commands: z.array(z.object({ name: z.string(), target: z.string(), to: z.string() })),
      id: z.number(),
    }),
    compositionProps: z.object({
      logicLayers: z.record(z.string(), z.object({ name: z.string(), tag: z.string() })),
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
