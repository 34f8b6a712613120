import type { AsRunEntry, AsRunQuery } from '../../contract/desk-api/as-run.ts';
import type { Delivery } from '../../contract/desk-api/delivery.ts';
import { texts } from '../texts/texts.ts';

const words = texts.asRun;

/** The search form. An empty member matches anything. Days are local, as `2026-01-02`. */
export interface SearchForm {
  text: string;
  from: string;
  until: string;
  target: string;
  operator: string;
  result: '' | AsRunEntry['result'];
  trigger: '' | AsRunEntry['trigger']['kind'];
}

export const anything: SearchForm = {
  text: '',
  from: '',
  until: '',
  target: '',
  operator: '',
  result: '',
  trigger: '',
};

/** The day `until` is included. */
export function queryOf({ text, from, until, target, operator, result, trigger }: SearchForm): AsRunQuery {
  return {
    ...(text && { text }),
    ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(until && { until: dayAfter(until).toISOString() }),
    ...(target && { target }),
    ...(operator && { operator }),
    ...(result && { results: [result] }),
    ...(trigger && { triggers: [trigger] }),
  };
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + 1);
  return date;
}

/** Empty if the operator gave the export up. */
export function deliveryWords(delivery: Delivery): string {
  if (delivery.how === 'saved') return words.savedAs(delivery.file);
  return delivery.how === 'download' ? words.browserSaves : '';
}
