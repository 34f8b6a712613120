import type { LogicLayer } from '../../contract/model/control.ts';

/** The one thing that a viewer is told to look at: taking one of these takes the other out. */
export const mainLayer: LogicLayer = { name: 'Main', delay: 'none', tag: 'main' };
