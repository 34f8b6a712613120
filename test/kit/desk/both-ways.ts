import { expect } from 'vitest';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import type { DeskView, SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import type { Value } from '../../../contract/model/field.ts';
import type { World } from './world.ts';

type OnAir = Record<string, Pick<SubCompositionView, 'state' | 'values'>>;

/**
 * Everything on air, by address: after an action as the desk previews it, and after the action. Throws as the action
 * does.
 */
export async function bothWays(
  stage: World,
  action: WrittenAction,
): Promise<Record<'previewed' | 'carriedOut', OnAir>> {
  const previewed = onAir(stage.view);
  const sent = stage.service.sent.length;
  const lines = stage.lines.length;
  const apps = await stage.screen.call('preview', { action });
  expect([stage.service.sent.length, stage.lines.length], 'a preview sends nothing').toEqual([sent, lines]);
  for (const { app, changes } of apps) {
    for (const { id, payload = {}, state } of changes) {
      const before = previewed[`${app}/${id}`] ?? { state: 'Out1' as const, values: {} };
      previewed[`${app}/${id}`] = { state: state ?? before.state, values: { ...before.values, ...timeless(payload) } };
    }
  }
  await stage.do(action);
  await stage.clock.pass(1_000);
  return { previewed, carriedOut: onAir(stage.view) };
}

function onAir({ subs }: DeskView): OnAir {
  return Object.fromEntries(
    Object.entries(subs).map(([id, { state, values }]) => [id, { state, values: timeless(values) }]),
  );
}

/** The service carries out a command some milliseconds after its preview. */
function timeless(values: Readonly<Record<string, Value>>): Record<string, Value> {
  const rounded = (_name: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value / 1_000) : value;
  return JSON.parse(JSON.stringify(values, rounded)) as Record<string, Value>;
}
