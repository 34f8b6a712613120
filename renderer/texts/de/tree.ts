import type { Texts } from '../texts.ts';

export const tree: Texts['tree'] = {
  onAir: (count) => `${count} auf Sendung`,
  subCompositions: 'Grafiken',
  noApp: 'Noch keine App-Instanz. Unter Verbindungen eine neue anlegen.',
  at: (outputs) => `an ${outputs}`,
  outputsHint: 'Outputs, die sie zeigen',
  layer: (name) => `Logikebene ${name}: nur eine Grafik auf Sendung`,
};
