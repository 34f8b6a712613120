import type { z } from 'zod';
import {
  type DataLink,
  type LinkView,
  SourceEdit,
  type WrittenSourceEdit,
} from '../../../contract/desk-api/data-link.ts';
import { ids } from '../service/small-show.ts';
import { CueStage } from './cue-stage.ts';

/** Rows of a source in every test that does not say more. */
export const squad = 'name,role,number\nAda,Captain,1\nBob,Keeper,2\nCleo,Striker,3';

/** A desk with a source to which the test pushes, and links to the lower third of its show. */
export class DataStage {
  readonly cues: CueStage;
  /** The id of its source. */
  source = '';

  private constructor(cues: CueStage) {
    this.cues = cues;
  }

  /** `source`: what is other than usual of its source. */
  static async open(
    source: Partial<z.input<(typeof SourceEdit.options)[0]>['source']> = {},
    kept: Parameters<typeof CueStage.open>[1] = {},
  ): Promise<DataStage> {
    const stage = new DataStage(await CueStage.open(['news'], kept));
    stage.source =
      (await stage.edit({ edit: 'addSource', source: { name: 'Squad', from: { kind: 'push' }, ...source } })) ?? '';
    return stage;
  }

  edit(edit: WrittenSourceEdit): Promise<string | null> {
    return this.cues.screen.call('editSources', SourceEdit.parse(edit));
  }

  /** Links the lower third, or what the link says. */
  async link(link: Partial<z.input<typeof DataLink>> = {}): Promise<void> {
    const subComposition = this.cues.at(ids.lowerThird);
    const fields = { line1: { path: 'name' } };
    await this.edit({
      edit: 'linkData',
      link: { subComposition, name: 'Lower Third', source: this.source, fields, ...link },
    });
    await this.cues.clock.pass(50);
  }

  /** Another program pushes a text, and everything that follows at once has happened. */
  async push(text: string, milliseconds = 600): Promise<void> {
    this.cues.data.push(this.source, text);
    await this.cues.clock.pass(milliseconds);
  }

  /** The link of the lower third. */
  get shown(): LinkView | undefined {
    return this.cues.view.linkViews[this.cues.at(ids.lowerThird)];
  }

  /** What the lower third would say: edits that are not sent. */
  get staged(): unknown {
    return this.cues.view.subs[this.cues.at(ids.lowerThird)]?.staged;
  }

  /** What is on air of a field of the lower third. */
  air(field = 'line1'): unknown {
    return this.cues.view.subs[this.cues.at(ids.lowerThird)]?.values[field];
  }

  /** Takes the lower third, and lets the service confirm it. */
  async take(to: 'In' | 'Out1'): Promise<void> {
    await this.cues.do({ do: 'take', subComposition: this.cues.at(ids.lowerThird), to });
    await this.cues.clock.pass(100);
  }

  /** Presses for the data of the lower third. */
  async next(by = 1): Promise<void> {
    await this.cues.do({ do: 'nextRow', subComposition: this.cues.at(ids.lowerThird), by });
    await this.cues.clock.pass(100);
  }

  async mode(mode: DataLink['mode']): Promise<void> {
    await this.cues.do({ do: 'dataMode', subComposition: this.cues.at(ids.lowerThird), mode });
    await this.cues.clock.pass(100);
  }
}
