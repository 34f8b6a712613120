import { errorTable } from '../../../contract/errors.ts';
import { expect } from 'vitest';
import type { AppStand, ShowOwner } from '../desk/app-stand.ts';

// Shapes of the first generation's answers about app instances, written out from the specification.

/** The stand's time in the tests that look at time stamps. */
export const timestamp = '2026-03-04T05:06:07.089Z';

const uuid: unknown = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
/** At least 128 random bits, safe in addresses. */
export const token: unknown = expect.stringMatching(/^[\w-]{22,}$/);

/** Where a service is. */
type Addressed = Pick<AppStand, 'url' | 'mediaUrl'>;

/** The path of an app instance, and of what is below it. */
export function appPath(id: number, rest = ''): string {
  return `/apiv1/appinstances/${id}${rest}`;
}

/** The thumbnail of what has none: protocol-relative. */
function noPicture({ mediaUrl }: Pick<Addressed, 'mediaUrl'>): string {
  return `//${new URL(mediaUrl).host}/media/no-picture.svg`;
}

/** Row 11's body: all that is required, and what is given. */
export function wish({ folder }: ShowOwner, given: Record<string, unknown> = {}): Record<string, unknown> {
  return { folder, name: 'News', apptemplate_id: '57', apptemplate_version_status: 'published', ...given };
}

/** "App instance (first generation)" of one without a token and with nothing loaded, as reads give it. */
export function bareApp(id: number, { stand, owner }: { stand: Addressed; owner: ShowOwner }): Record<string, unknown> {
  return {
    id,
    tenant_id: null,
    account_id: owner.accountId,
    user_id: owner.userId,
    is_deleted: 0,
    fid: uuid,
    name: 'News',
    databaseUrl: expect.stringMatching(/^http:\/\//),
    thumbnail: noPicture(stand),
    category: null,
    apptemplate_id: 57,
    apptemplate_version: 1,
    created_at: timestamp,
    updated_at: timestamp,
    deleted_at: null,
    flowjob_id: null,
    onair_url: expect.stringMatching(/^http:\/\/.*[?&]aspect=16:9$/),
    control_url: `${stand.url}/control/none`,
    access_token: null,
    share_control_url: null,
    share_api_url: null,
    outputs: [{ name: 'Output', device_id: null }],
  };
}

/** The summary of an owner's composition "Small" at an output. */
export function shownSmall(owner: ShowOwner, stand: Addressed): Record<string, unknown> {
  return { id: owner.small, name: 'Small', thumbnail: noPicture(stand) };
}

/** The 400 for one thing that was wrong. */
export function refusedAt(path: string, message: string): unknown {
  return { error: { message: `Nothing was changed: ${path}: ${message}`, code: 400, details: [{ path, message }] } };
}

export const idUnknown = { error: { message: errorTable['id-unknown'].operator, code: 404 } };
export const noOutput = {
  error: { message: errorTable['no-output'].operator, code: 404 },
};
