import { pictures } from '../../test/kit/picture/pictures.ts';
import type { Asked } from './connection.ts';

/** What the requests of an account are about. */
export interface RowContext {
  authorization: string;
  token: string;
  app: number;
  composition: number;
  folder: string;
  sub: { id: string; name: string };
  field: string;
  /** Whom a copy is sent to. */
  colleague: string;
}

/** A row of the specification, to be asked again and again. */
export interface Row {
  source: string;
  group: 'lists' | 'reads by id' | 'reads by token' | 'updates' | 'other writes';
  /** What has to be asked before, so that there is something to ask for; its answer is given to `ask`. */
  before?: (context: RowContext, turn: number) => Asked;
  ask: (context: RowContext, turn: number, before: unknown) => Asked;
}

const first = '/apiv1';

function read(source: string, path: (context: RowContext) => string): Row {
  return {
    source,
    group: 'reads by id',
    ask: (context) => ({ method: 'GET', path: first + path(context), authorization: context.authorization }),
  };
}

function list(source: string, path: (context: RowContext) => string): Row {
  return { ...read(source, path), group: 'lists' };
}

function readByToken(source: string, path: (token: string) => string): Row {
  return { source, group: 'reads by token', ask: ({ token }) => ({ method: 'GET', path: path(token) }) };
}

type Changing = Pick<Asked, 'method' | 'path' | 'body' | 'form'>;

/** A request of someone who signed in. */
function signedIn({ authorization }: RowContext, asked: Changing): Asked {
  return { ...asked, path: first + asked.path, authorization };
}

function write(source: string, asked: (context: RowContext, turn: number) => Changing): Row {
  return {
    source,
    group: 'other writes',
    ask: (context, turn) => signedIn(context, asked(context, turn)),
  };
}

function update(source: string, item: (context: RowContext, turn: number) => unknown): Row {
  const ask = (context: RowContext, turn: number): Changing => ({
    method: 'PUT',
    path: `/appinstances/${context.app}/control`,
    body: [item(context, turn)],
  });
  return { ...write(source, ask), group: 'updates' };
}

const words = (turn: number): string => `Ada Lovelace ${turn}`;
const loaded = ({ app, composition }: RowContext): Changing => ({
  method: 'PUT',
  path: `/appinstances/${app}/composition`,
  body: { refId: String(composition) },
});
const makeApp = ({ folder }: RowContext): Changing => ({
  method: 'POST',
  path: '/appinstances',
  body: { folder, name: 'Another', apptemplate_id: '57', apptemplate_version_status: 'published' },
});
const makeRevision = ({ composition }: RowContext): Changing => ({
  method: 'POST',
  path: `/compositions/${composition}/revisions`,
  body: { scene_id: composition, revision_id: 5000, description: 'As aired' },
});

/** Every row. Those that answer with all that an account has are lists. */
export const rows: readonly Row[] = [
  list('1', () => '/appinstances'),
  read('2', ({ app }) => `/appinstances/${app}`),
  read('3', ({ app }) => `/appinstances/${app}/model`),
  read('4', ({ app }) => `/appinstances/${app}/outputs`),
  read('5', ({ app }) => `/appinstances/${app}/control`),
  read('6', ({ app }) => `/appinstances/${app}/subcompositions`),
  readByToken('5', (token) => `${first}/control/${token}`),
  readByToken('6', (token) => `${first}/control/${token}/subcompositions`),
  write('7', loaded),
  {
    ...write('8', ({ app }) => ({ method: 'DELETE', path: `/appinstances/${app}/composition` })),
    before: (context) => signedIn(context, loaded(context)),
  },
  {
    ...update('9', ({ sub, field }, turn) => ({
      compositionName: sub.name,
      controlNode: { payload: { [field]: words(turn) } },
    })),
    before: (context) => signedIn(context, loaded(context)),
  },
  update('10', ({ sub }, turn) => ({
    compositionName: sub.name,
    animation: { action: 'play', to: turn % 2 === 0 ? 'In' : 'Out' },
  })),
  write('11', makeApp),
  {
    source: '12',
    group: 'other writes',
    before: (context) => signedIn(context, makeApp(context)),
    ask: (context, _turn, before) =>
      signedIn(context, { method: 'DELETE', path: `/appinstances/${(before as { id: number }).id}` }),
  },
  write('13', ({ folder }) => ({ method: 'POST', path: '/compositions', body: { name: 'Another', folder } })),
  write('14', ({ composition }) => ({
    method: 'PUT',
    path: `/compositions/${composition}/thumbnail`,
    form: Buffer.from(pictures.png),
  })),
  list('15', () => '/compositions'),
  read('16', ({ composition }) => `/compositions/${composition}`),
  read('17', ({ composition }) => `/compositions/${composition}/content`),
  read('18', ({ composition }) => `/compositions/${composition}/subcompositions`),
  write('19', ({ composition, folder }) => ({
    method: 'POST',
    path: `/compositions/${composition}/duplicate`,
    body: { folder },
  })),
  write('20', ({ composition, colleague }) => ({
    method: 'POST',
    path: '/compositions/duplicateto',
    body: { compId: composition, targetEmail: colleague },
  })),
  write('21', makeRevision),
  read('22', ({ composition }) => `/compositions/${composition}/revisions`),
  read('23', ({ composition }) => `/compositions/${composition}/revisions/7/content`),
  write('24', ({ composition }) => ({ method: 'POST', path: `/compositions/${composition}/token` })),
  read('25', ({ composition }) => `/compositions/${composition}/token`),
  {
    source: '26',
    group: 'other writes',
    before: (context) => signedIn(context, makeRevision(context)),
    ask: (context) =>
      signedIn(context, { method: 'DELETE', path: `/compositions/${context.composition}/revisions/5000` }),
  },
  read('27', () => '/dashboard/folder?path=/'),
  list('28', ({ folder }) => `/dashboard/folder/${folder}/elements`),
  readByToken('29', (token) => `/apiv2/controlapps/${token}/control`),
  readByToken('30', (token) => `/apiv2/controlapps/${token}/model`),
  {
    source: '31',
    group: 'updates',
    ask: ({ token, sub, field }, turn) => ({
      method: 'PATCH',
      path: `/apiv2/controlapps/${token}/control`,
      body: [{ subCompositionId: sub.id, payload: { [field]: words(turn) } }],
    }),
  },
];
