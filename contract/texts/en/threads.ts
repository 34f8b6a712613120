export const threads = {
  asRun: 'The thread of the as-run log',
  liveData: 'The thread of live data',
  strangeDriver: 'The driver said what no driver says.',
  messagesLost: 'The system lost messages of a controller. A press may be among them.',
  drawing: 'The thread that draws',
  endedWith: (thread: string, reason: string) => `${thread} has ended: ${reason}`,
  ended: (thread: string) => `${thread} has ended.`,
  machineSlept: 'The machine slept.',
};
