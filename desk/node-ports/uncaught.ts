/** Hand everything that nobody caught in this process to `report`: the process goes on. Gives the way to end that. */
export function onUncaught(report: (thrown: unknown) => void): () => void {
  // Node hands a rejection to the handlers of exceptions, Electron does not.
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, report);
  return () => {
    for (const event of events) process.off(event, report);
  };
}
