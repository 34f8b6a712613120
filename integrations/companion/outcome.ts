import { z } from 'zod';
import { ActionOutcome } from '../../contract/desk-api/action-outcome.ts';
import { errorTable } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';

/** How sending a press ended. */
export type SentPress =
  | { is: 'answered'; status: number; body: string }
  /** Nothing of it has left this machine. */
  | { is: 'unsent'; reason: string }
  /** It was sent, and no answer came. */
  | { is: 'unanswered'; reason: string };

const DeskErrorBody = z.object({ error: z.object({ message: z.string() }) });

/** Why a press is refused while the desk cannot be reached, in the words of the desk itself. */
export const notConnected = errorTable['not-connected'].operator;

/** Why a press was not confirmed, in a sentence; empty if it was. */
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

function answeredRefusal({ status, body }: { status: number; body: string }): string {
  const parsed = parsedJson(body);
  const outcome = ActionOutcome.safeParse(parsed).data;
  if (outcome) {
    if (outcome.result === 'confirmed') return '';
    return outcome.result === 'failed' ? `Failed: ${outcome.reason}` : unknown(outcome.reason);
  }
  const refusal = DeskErrorBody.safeParse(parsed).data;
  return refusal?.error.message ?? `The desk answered with status ${status}.`;
}

function unknown(reason: string): string {
  return `Nobody knows whether it happened: ${reason}`;
}
