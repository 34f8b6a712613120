/** Types for the only part of undici in use: all of undici takes three times as long to load. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
