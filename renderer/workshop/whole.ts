export { default as Page } from './Workshop.svelte';
export { Workshop } from './state/workshop.svelte.ts';
