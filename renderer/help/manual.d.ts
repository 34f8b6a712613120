/** The operators' manual, which the build makes of `docs/operators/` (`build/manual/`). */
declare module 'virtual:manual.svelte' {
  import type { Component } from 'svelte';

  const Manual: Component;
  export default Manual;
}
