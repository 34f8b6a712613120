import {
  type CompanionStaticUpgradeScript,
  InstanceBase,
  InstanceStatus,
  type JsonObject,
  type SomeCompanionConfigField,
} from '@companion-module/base';
import { z } from 'zod';
import type { DeskAddress } from './desk-link.ts';
import { Panel } from './panel.ts';

/** The port that the desk proposes for its HTTP API. */
const usualPort = 8_930;

const AddressConfig = z.object({
  host: z.string().trim().min(1, { error: 'Name the host of the desk.' }),
  port: z.int({ error: 'Name the port of the desk.' }).min(1).max(65_535),
  token: z.string().trim().min(1, { error: 'Add a client on the desk, and paste its token here.' }),
});

function addressIn(config: JsonObject, secrets: JsonObject | undefined): DeskAddress | { reason: string } {
  const read = AddressConfig.safeParse({ host: '', token: '', ...config, ...secrets });
  return read.success ? read.data : { reason: read.error.issues.map(({ message }) => message).join(' ') };
}

/** Companion opens the module once per connection. The work is in {@link Panel}. */
export default class OverlayDesk extends InstanceBase {
  readonly #panel = new Panel(
    {
      label: () => this.label,
      showStatus: ({ status, word, reason }) => this.updateStatus(InstanceStatus[status], reason || word),
      define: ({ actions, feedbacks, variables, structure, presets }) => {
        this.setActionDefinitions(actions);
        this.setFeedbackDefinitions(feedbacks);
        this.setVariableDefinitions(variables);
        this.setPresetDefinitions(structure, presets);
      },
      setVariables: (values) => this.setVariableValues(values),
      checkFeedbacks: () => this.checkAllFeedbacks(),
      log: (level, text) => this.log(level, text),
    },
    {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    },
  );

  override init(config: JsonObject, _isFirst: boolean, secrets: JsonObject | undefined): Promise<void> {
    return this.configUpdated(config, secrets);
  }

  override configUpdated(config: JsonObject, secrets: JsonObject | undefined): Promise<void> {
    this.#panel.open(addressIn(config, secrets));
    return Promise.resolve();
  }

  override destroy(): Promise<void> {
    this.#panel.close();
    return Promise.resolve();
  }

  override getConfigFields(): SomeCompanionConfigField[] {
    return [
      { id: 'host', type: 'textinput', label: 'Host of the desk', width: 6, default: '127.0.0.1' },
      { id: 'port', type: 'number', label: 'Port', width: 6, default: usualPort, min: 1, max: 65_535, asInteger: true },
      {
        id: 'token',
        type: 'secret-text',
        label: 'Token',
        width: 12,
        description: 'On the desk: Connections, Remote control, Add client. It is shown once.',
      },
    ];
  }
}

export const UpgradeScripts: CompanionStaticUpgradeScript<JsonObject>[] = [];
