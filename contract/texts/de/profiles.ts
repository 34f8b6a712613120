import type { DeskTexts } from '../language.ts';

export const profiles: DeskTexts['profiles'] = {
  problem: (name, reason) => `Geräteprofil ${name}: ${reason}`,
  stays: (reason) => `${reason} Was vorher daraus gelesen wurde, bleibt.`,
  line: (line, problem) => `Zeile ${line}: ${problem}.`,
};
