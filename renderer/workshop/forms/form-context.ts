import { type Component, createContext } from 'svelte';
import type { Step } from '../../../scene/edit/path.ts';
import type { Shape } from './shape.ts';

/** What the editor of one property is given. */
export interface PropertyProps {
  name: string;
  shape: Shape;
  value: unknown;
  /** Where it stands in the content. */
  steps: readonly Step[];
  onchange: (value: unknown) => void;
  /** Takes the property away; undefined where it must be there. */
  onremove?: (() => void) | undefined;
}

/** What every editor of a form shares. */
export interface FormContext {
  /** The editor of one property: properties hold properties, and modules must not hold each other. */
  readonly Property: Component<PropertyProps>;
  /** The fields that a property can be bound to. */
  readonly fields: readonly { id: string; title: string; type: string }[];
  /** Upload a file; gives how a scene names it, undefined where it failed, which is told elsewhere. */
  upload(file: File): Promise<string | undefined>;
  /** What is wrong at exactly this place, in words; empty where nothing is. */
  problemAt(steps: readonly Step[]): string;
}

/** What a form hands down to its editors. */
export const [form, provideForm] = createContext<FormContext>();
