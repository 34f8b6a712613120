import type {
  CompanionActionContext,
  CompanionActionDefinitions,
  CompanionFeedbackDefinitions,
  CompanionOptionValues,
  CompanionPresetDefinitions,
  InstanceBase,
  InstanceConstructor,
  InstanceTypes,
} from '@companion-module/base';
import type { InstanceContext } from '@companion-module/base/host-api';

interface Feedback {
  feedbackId: string;
  options: CompanionOptionValues;
  /** Every value that it had, without repetitions. */
  had: boolean[];
}

/** A stand-in for Companion: it holds one connection of a module, with the buttons that a test places. */
export class CompanionHost {
  readonly instance: InstanceBase;
  status: { is: string; message: string | null } = { is: '', message: null };
  /** The statuses so far, without repetitions. */
  readonly statuses: string[] = [];
  actions: CompanionActionDefinitions = {};
  feedbacks: CompanionFeedbackDefinitions = {};
  presets: CompanionPresetDefinitions = {};
  readonly variables: Record<string, unknown> = {};
  readonly logged: string[] = [];
  #defined = new Set<string>();
  readonly #placed: Feedback[] = [];
  readonly #watchers = new Set<() => void>();

  constructor(Module: InstanceConstructor) {
    globalThis.COMPANION_LOGGER = (_, level, message) => {
      if (level !== 'debug') this.logged.push(message);
    };
    this.instance = new Module(this.#context());
  }

  /** Places a feedback on a button. */
  place(feedbackId: string, options: CompanionOptionValues): Feedback {
    const placed: Feedback = { feedbackId, options, had: [] };
    this.#placed.push(placed);
    this.#ask(placed);
    return placed;
  }

  /** Whether a placed feedback is lit. */
  isLit({ had }: Feedback): boolean {
    return had.at(-1) ?? false;
  }

  /** Presses a button with this action. Resolves as its callback does. */
  async press(actionId: string, options: CompanionOptionValues): Promise<void> {
    const definition = this.actions[actionId];
    if (!definition) throw new Error(`There is no action ${actionId}.`);
    const event = { id: 'action', controlId: 'button', actionId, options, surfaceId: undefined };
    await definition.callback(event, { type: 'action' } as CompanionActionContext);
  }

  /** Resolves when something holds of what Companion was told. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  #told(): void {
    for (const look of [...this.#watchers]) look();
  }

  #ask(placed: Feedback): void {
    const definition = this.feedbacks[placed.feedbackId];
    if (!definition) return;
    const { feedbackId, options, had } = placed;
    const event = {
      type: 'boolean',
      id: 'feedback',
      controlId: 'button',
      feedbackId,
      options,
      previousOptions: null,
    } as const;
    const lit = definition.callback(event, { type: 'feedback' }) as boolean;
    if (had.at(-1) !== lit) had.push(lit);
  }

  #context(): InstanceContext<InstanceTypes> {
    const unused = (): never => {
      throw new Error('This module needs none of this.');
    };
    return {
      _isInstanceContext: true,
      id: 'connection',
      label: 'Desk',
      upgradeScripts: [],
      saveConfig: unused,
      oscSend: unused,
      recordAction: unused,
      subscribeActions: unused,

      unsubscribeActions: unused,
      unsubscribeFeedbacks: unused,
      checkFeedbacks: unused,
      checkFeedbacksById: unused,
      sharedUdpSocketJoin: unused,
      sharedUdpSocketLeave: unused,
      sharedUdpSocketSend: unused,
      sharedUdpSocketHandlers: new Map(),
      updateStatus: (is, message) => {
        this.status = { is, message };
        if (this.statuses.at(-1) !== is) this.statuses.push(is);
        this.#told();
      },
      setActionDefinitions: (actions) => (this.actions = actions),
      setFeedbackDefinitions: (feedbacks) => (this.feedbacks = feedbacks),
      setPresetDefinitions: (_, presets) => {
        this.presets = presets;
        this.#told();
      },
      setVariableDefinitions: (variables) => (this.#defined = new Set(Object.keys(variables))),
      setVariableValues: (values) => {
        const unknown = Object.keys(values).filter((name) => !this.#defined.has(name));
        if (unknown.length > 0) throw new Error(`Companion was not told of the variables ${unknown.join(', ')}.`);
        Object.assign(this.variables, values);
        this.#told();
      },
      getVariableValue: (name) => this.variables[name] as never,
      checkAllFeedbacks: () => {
        for (const placed of this.#placed) this.#ask(placed);
        this.#told();
      },
    };
  }
}
