export const threads = {
  asRun: 'The thread of the as-run log',
  liveData: 'The thread of live data',
  strangeDriver: 'The driver said what no driver says.',
  drawing: 'The thread that draws',
  endedWith: (thread: string, reason: string) => `${thread} has ended: ${reason}`,
  ended: (thread: string) => `${thread} has ended.`,
  machineSlept: 'The machine slept.',
};
