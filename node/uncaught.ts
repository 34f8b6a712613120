/**
 * Passes every uncaught error of this process to `report`, and the process continues. Returns the function that ends
 * this.
 */
export function onUncaught(report: (thrown: unknown) => void): () => void {
  // Node hands a rejection to the handlers of exceptions, Electron does not.
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, report);
  return () => {
    for (const event of events) process.off(event, report);
  };
}
