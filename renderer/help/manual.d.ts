declare module 'virtual:manual.svelte' {
  import type { Component } from 'svelte';

  const Manual: Component;
  export default Manual;
}
