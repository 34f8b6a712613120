import type { AppView, DeskView, SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import type { ModelItem } from '../../../contract/model/control.ts';
import { eveningNews } from '../service/evening-news.ts';

/** The key of the second app, and the addresses of what it has. */
export const sport = {
  key: 'arena-1',
  root: 'arena-1/root',
  lineup: 'arena-1/line-up',
  table: 'arena-1/table',
} as const;

function node(id: string, name: string, of: Partial<ModelItem> = {}): ModelItem {
  const plain = { model: [], logicLayer: null, snapshot: null, secondTimeline: false, subcompositions: [] };
  return { id, name, state: 'Out', ...plain, ...of };
}

const root: ModelItem = {
  ...node(sport.root, 'Sport', {
    subcompositions: [node(sport.lineup, 'Line-up'), node(sport.table, 'League Table')],
  }),
  state: undefined,
};

const calm = { requested: null, values: {}, staged: {}, failure: '', changed: null, drift: null, holder: null };
const out: SubCompositionView = { tally: 'OUT', state: 'Out1', onAir: 'no', ...calm };
const onAir: SubCompositionView = { tally: 'ON AIR', state: 'In', onAir: 'yes', ...calm };

/** The Evening News on the desk's own service, and beside it the Sport of another one, by token, which is only polled. */
export function twoApps(news = eveningNews('http://127.0.0.1/onair')): DeskView {
  const address = news.apps[0]?.app?.onairUrl ?? '';
  const arena: AppView = {
    key: sport.key,
    name: 'Sport',
    kind: 'token',
    connection: {
      status: 'live',
      reason: '',
      service: 'https://graphics.example',
      confirmedAt: Date.now(),
      stale: false,
    },
    truth: 'polled',
    app: { id: 7, name: 'Sport', onairUrl: `${address}&app=sport`, mediaUrl: 'https://media.example' },
    outputs: [],
    quota: { limit: 600, remaining: 480, resetsAt: Date.now() + 42_000 },
    backup: null,
  };
  return {
    ...news,
    apps: [...news.apps, arena],
    model: [...news.model, root],
    subs: { ...news.subs, [sport.root]: out, [sport.lineup]: onAir, [sport.table]: out },
  };
}
