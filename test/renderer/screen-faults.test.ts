import { texts } from '../../renderer/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import type { Alerts } from '../../renderer/alerts/alerts.svelte.ts';
import type { DeskClient } from '../../renderer/state/desk.svelte.ts';
import { ScreenFaults } from '../../renderer/state/screen-faults.ts';

/** A screen whose desk gives these ids, one for each report; null if the desk is gone. */
function openScreen(...ids: (string | null)[]) {
  const alerts: string[] = [];
  const reported: { message: string; stack: string }[] = [];
  const call = async (_name: string, request: unknown): Promise<unknown> => {
    const id = ids[reported.push(request as { message: string; stack: string }) - 1] ?? null;
    if (id === null) throw new OverlayError('desk-gone');
    return { id };
  };
  const desk = { call } as unknown as DeskClient;
  const shown = { raise: (text: string) => void alerts.push(text) } as unknown as Alerts;
  return { faults: new ScreenFaults(desk, shown), alerts, reported };
}

describe('what goes wrong in a screen', () => {
  it('is logged once, however often it comes', async () => {
    const { faults, alerts, reported } = openScreen('f00d');
    const fault = new TypeError('no such thing');
    await faults.report(fault);
    await faults.report(fault);
    expect(reported).toHaveLength(1);
    const words = texts.state.logged('f00d');
    expect(alerts).toEqual([words, words]);
  });

  it('is logged when it comes again, if the desk was gone the first time', async () => {
    const { faults, alerts } = openScreen(null, 'f00d');
    const fault = new TypeError('no such thing');
    await faults.report(fault);
    await faults.report(fault);
    expect(alerts[0]).toContain('The log of the desk does not have the fault');
    expect(alerts[1]).toContain('under the id f00d');
  });

  it('may be its own cause', async () => {
    const { faults, reported } = openScreen('f00d');
    const ring = new Error('one', { cause: new Error('other') });
    (ring.cause as Error).cause = ring;
    await faults.report(ring);
    expect(reported[0]?.message).toBe('Error: one');
  });
});
