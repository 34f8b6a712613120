/** The part of undici that is used. Its whole brings `fetch`, a cache and more, and takes three times as long to load. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
