import type { DeskTexts } from '../language.ts';

export const looks: DeskTexts['looks'] = {
  save: (look) => `Look ${look} speichern`,
  delete: (look) => `Look ${look} löschen`,
  taken: (look) => `Der Look ${look} wurde eingeblendet`,
  without: (look, parts) => `Der Look ${look} wurde abgerufen, aber ohne: ${parts}.`,
  nothing: (look) => `Nichts aus dem Look ${look} ist in dieser Show.`,
  none: (look) => `Kein Look heißt „${look}“.`,
  notReported: (id) => `${id} (vom Dienst noch nicht gemeldet)`,
  field: (id, field) => `${id}, Feld ${field}`,
  before: (time, action, graphics) => `${time}, vor ${action} ${graphics}`.trim(),
  graphics: (names, more) => (more > 0 ? `${names} und ${more} weitere` : names),
  asAction: (look) => `Look ${look}`,
};
