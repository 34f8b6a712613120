import { z } from 'zod';
import { ActionOutcome } from '../../contract/desk-api/action-outcome.ts';
import { errorTable } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';

export type SentPress =
  | { is: 'answered'; status: number; body: string }
  | { is: 'unsent'; reason: string }
  | { is: 'unanswered'; reason: string };

const DeskErrorBody = z.object({ error: z.object({ message: z.string() }) });

/** The reason while the desk is not connected, in the desk's own words. */
export const notConnected = errorTable['not-connected'].operator;

/** In a sentence; empty for a press that is confirmed, or waits for a delay. */
export function refusalOf(sent: SentPress): string {
  switch (sent.is) {
    case 'unsent':
      return `${notConnected} (${sent.reason})`;
    case 'unanswered':
      return unknown(sent.reason);
    case 'answered':
      return answeredRefusal(sent);
  }
}

const words: Partial<Record<ActionOutcome['result'], string>> = { failed: 'Failed', replaced: 'Replaced' };

function answeredRefusal({ status, body }: { status: number; body: string }): string {
  const parsed = parsedJson(body);
  const outcome = ActionOutcome.safeParse(parsed).data;
  if (outcome) {
    const { result, reason } = outcome;
    if (result === 'unknown') return unknown(reason);
    const word = words[result];
    return word === undefined ? '' : `${word}: ${reason}`;
  }
  const refusal = DeskErrorBody.safeParse(parsed).data;
  return refusal?.error.message ?? `The desk answered with status ${status}.`;
}

function unknown(reason: string): string {
  return `It may or may not have happened: ${reason}`;
}
