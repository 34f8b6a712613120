import { parentPort, workerData } from 'node:worker_threads';
import { mostIngested } from '../../contract/desk-api/ingest.ts';
import { type DataLimits, type Misfit, usualDataLimits, DataProblem } from '../../desk/live-data/tables/data-limits.ts';
import { decodeText } from '../../desk/live-data/tables/decode-text.ts';
import { readText } from '../../desk/live-data/tables/read-text.ts';
import type { TableFile } from '../../desk/live-data/data-ports.ts';
import { speakAs } from '../../contract/texts/texts.ts';
import type { FromTableThread } from './read-table.ts';

/** Rows per message: few enough for the desk to handle between two presses. */
const together = 200;

function tell(message: FromTableThread): void {
  parentPort?.postMessage(message);
}

function read({ name, bytes, encoding }: TableFile): void {
  const misfits: Misfit[] = [];
  const onMisfit = (misfit: Misfit): void => void misfits.push(misfit);
  const limits: DataLimits = { ...usualDataLimits, rows: 4 * mostIngested, onMisfit };
  const format = /\.json$/i.test(name) ? 'json' : /\.tsv$/i.test(name) ? 'tsv' : 'auto';
  const { tree, columns, places = [] } = readText(decodeText({ bytes }, encoding), format, limits);
  if (!columns) return tell({ part: { json: tree } });
  tell({ part: { columns } });
  tell({ part: { misfits } });
  const rows = tree as readonly Readonly<Record<string, string>>[];
  for (let at = 0; at < rows.length; at += together) {
    const some = rows.slice(at, at + together).map((cells, offset) => ({ row: places[at + offset] ?? 0, cells }));
    tell({ part: { rows: some } });
  }
}

speakAs(process.env);
try {
  read(workerData as TableFile);
  tell({ done: true });
} catch (thrown) {
  if (!(thrown instanceof DataProblem)) throw thrown;
  tell({ problem: thrown.message });
}
