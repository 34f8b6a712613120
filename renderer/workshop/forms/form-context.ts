import { type Component, createContext } from 'svelte';
import type { Step } from '../../../scene/edit/path.ts';
import type { Shape } from './shape.ts';

export interface EditorProps {
  id: string;
  value: unknown;
  invalid: boolean;
  onchange: (value: unknown) => void;
}

export interface PropertyProps {
  name: string;
  shape: Shape;
  value: unknown;
  steps: readonly Step[];
  onchange: (value: unknown) => void;
  /** Removes the property; undefined for a required one. */
  onremove?: (() => void) | undefined;
}

export interface FormContext {
  /** Passed in, because properties nest and modules must not import each other. */
  readonly Property: Component<PropertyProps>;
  readonly fields: readonly { id: string; title: string; type: string }[];
  /** Uploads a file; resolves with its name in a scene, undefined after a failure, which is shown elsewhere. */
  upload(file: File): Promise<string | undefined>;
  /** The problem at exactly this place, in words; empty for none. */
  problemAt(steps: readonly Step[]): string;
}

export const [form, provideForm] = createContext<FormContext>();
