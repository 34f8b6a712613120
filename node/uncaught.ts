/** Reports every uncaught error; the process continues. Returns the function that stops this. */
export function onUncaught(report: (thrown: unknown) => void): () => void {
  // Node passes rejections to exception handlers; Electron does not.
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, report);
  return () => {
    for (const event of events) process.off(event, report);
  };
}
