/** The target of a button. Its options are the names that operators know; it gives its member of the action. */
export type PanelTarget = 'sub' | 'field' | 'cue' | 'rundown' | 'rundown?' | 'look' | 'app' | 'app?';

/** An option of a button, by its id. A plain option gives the member of its id: a number, a tick or a text. */
export type PanelInput =
  | { on: PanelTarget; label?: string }
  | { send: true }
  | { id: string; label: string; usual: number }
  | { id: string; label: string; choices: Readonly<Record<string, string>> }
  /** `value`: a text input that gives the value as it is, also a number of an expression. */
  | { id: string; label: string; is: 'text' | 'tick' | 'value' };

export type PanelOptions = Readonly<Record<string, unknown>>;

export interface PanelButton {
  name: string;
  description?: string;
  inputs: readonly PanelInput[];
  /** Members of the action besides those of the inputs. A function replaces the plain inputs. */
  gives?: Readonly<Record<string, unknown>> | ((options: PanelOptions) => object);
  /** A single press never fires: the button asks for a second press or a hold. */
  isGuarded?: true;
}

export const outs = { Out: 'Out', Out1: 'Out 1', Out2: 'Out 2' } as const;

export const withoutAnimation = { id: 'jump', label: 'Without animation', is: 'tick' } as const;

export const deviceInput = { id: 'device', label: 'Name of the controller', is: 'text' } as const;
