import { z } from 'zod';
import { Timestamp } from './app-instance.ts';

/** A composition without its content. Source: "Composition". */
export const CompositionEntry = z
  .object({
    id: z.int(),
    account_id: z.int(),
    user_id: z.int(),
    tenant_id: z.null(),
    is_deleted: z.int(),
    fid: z.uuid(),
    uuid: z.string().nullable(),
    name: z.string(),
    databaseUrl: z.url(),
    thumbnail: z.string(),
    category: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable(),
    is_deleted_depend: z.null(),
    refId: z.int().optional(),
    type: z.literal('composition').optional(),
  })
  .meta({ id: 'CompositionEntry' });
export type CompositionEntry = z.infer<typeof CompositionEntry>;

/** Source: "Revision". */
export const Revision = z
  .object({
    id: z.int(),
    account_id: z.int(),
    scene_id: z.int(),
    revision_id: z.int(),
    user_id: z.int(),
    description: z.string(),
    databaseUrl: z.string(),
    storageUrl: z.url(),
    comp_extract_json: z.null(),
    subcomposition_names: z.null(),
    created_at: Timestamp,
    updated_at: Timestamp,
    user_email: z.email(),
  })
  .meta({ id: 'Revision' });
export type Revision = z.infer<typeof Revision>;

/** An existing number would replace that revision. */
export function nextRevisionId(known: readonly Pick<Revision, 'revision_id'>[]): number {
  return Math.max(0, ...known.map(({ revision_id }) => revision_id)) + 1;
}

/** Source: "Composition access token". */
export const CompositionToken = z.object({ id: z.int(), uuid: z.string() });

export const ElementType = z.enum(['c', 'ai', 'i', 'd', 'fo']);
export type ElementType = z.infer<typeof ElementType>;

/** Source: "Dashboard element". */
export const DashboardElement = z
  .object({
    name: z.string(),
    user_id: z.int().nullable(),
    refId: z.int(),
    fid: z.uuid(),
    uuid: z.string().nullable(),
    url: z.string().nullable(),
    updated_at: Timestamp,
    ts: Timestamp,
    databaseUrl: z.string().nullable(),
    type: ElementType,
    thumbnail: z.string().nullable(),
    sort_order: z.int(),
  })
  .meta({ id: 'DashboardElement' });
export type DashboardElement = z.infer<typeof DashboardElement>;
