import { z } from 'zod';
import { AnimationState } from '../../contract/model/animation-state.ts';
import { Field, Value } from '../../contract/model/field.ts';
import { Loop, Motion, Update } from './motion.ts';
import { StillElement } from './scene.ts';
import { Stage } from './stage.ts';
import { WidgetUi } from './widget-ui.ts';

/**
 * The full representation of a composition as rows 17 and 23 give it. Its top level is the specification's; what stands
 * inside `compositions` is ours, and versioned by `contentVersion`. `docs/composition-content.md` explains it.
 */
export const contentVersion = 1;

/** A value as authors write it: in any form that its field type takes, a number as a number too. */
const AuthoredValue = z.union([Value, z.number()], {
  error: 'expected a string, a number, true or false, a color, a timer or a button',
});
const AuthoredField = Field.extend({ defaultValue: AuthoredValue, resetValue: AuthoredValue });

/**
 * The motions of one element: how it comes In (Out1 is that backwards), with a second timeline how it goes Out2, what it
 * does while it is In, and how it takes a new value.
 */
const ElementMotions = z.strictObject({
  effects: z.strictObject({
    In: Motion.optional(),
    Out2: Motion.optional(),
    Loop: Loop.optional(),
    Update: Update.optional(),
  }),
});

/** What is said of a version that this program does not know yet; of anything else the schema says it. */
function ofNewerProgram({ input }: { input?: unknown }): string | undefined {
  if (typeof input !== 'number' || input <= contentVersion) return undefined;
  return `expected ${contentVersion}, received ${input}: it was made by a newer program`;
}

/** One composition or sub-composition: its control node with its fields, how it looks, how it moves, what it holds. */
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
          /** Its fields, where no `widget` defines them. */
          fields: z.array(AuthoredField).optional(),
          widget: WidgetUi.optional(),
        }),
      }),
    }),
    /** Element id to its motions. */
    groups: z.record(z.string(), ElementMotions),
    /** The key of `compositionProps.logicLayers` it belongs to. */
    logicLayer: z.strictObject({ id: z.string(), delay: z.enum(['none', 'auto', 'custom']) }).nullable(),
    /** Elements in drawing order; their motions are in `groups`, those of nested elements too: ids are unique in an entry. */
    elements: z.array(StillElement).max(500),
    /** The reference frame and the fonts: the main composition's alone. */
    stage: Stage.optional(),
    /** The ids of its sub-compositions, in order. */
    subcompositions: z.array(z.string()),
  })
  .meta({ id: 'ContentEntry' });
export type ContentEntry = z.infer<typeof ContentEntry>;

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
    uiSettings: z.object({
      disableTimelineUpdate: z.boolean(),
      editorResolution: z.number(),
      editorResolutionHeight: z.number(),
      editorResolutionWidth: z.number(),
      showBoundingBox: z.boolean(),
      timelineSnap: z.string(),
      timelineZoom: z.number(),
    }),
  })
  .meta({ id: 'CompositionContent' });
export type CompositionContent = z.infer<typeof CompositionContent>;
