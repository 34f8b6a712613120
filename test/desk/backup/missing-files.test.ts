import { expect, it } from 'vitest';
import { texts } from '../../../contract/texts/texts.ts';
import { BackupStage } from '../../kit/desk/backup-stage.ts';

it('the notice of missing files has the name of the sheet, and goes with the pair', async () => {
  const stage = await BackupStage.open({ backupName: 'News' });
  await stage.desk.copyFiles('main', [`/media/assets/${'a'.repeat(64)}.png`]);
  expect(stage.view.name).not.toBe('News');
  expect(stage.notices.at(-1)).toBe(texts.backup.lacksFiles(stage.view.name, texts.backup.onlyToken('News')));
  await stage.desk.calls.setBackup({ app: 'main', backup: null, after: null });
  expect(stage.dismissed).toEqual(['files main']);
});
