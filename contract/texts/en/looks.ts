export const looks = {
  save: (look: string) => `Save look ${look}`,
  delete: (look: string) => `Delete look ${look}`,
  taken: (look: string) => `The look ${look} was taken In`,
  without: (look: string, parts: string) => `The look ${look} was recalled without ${parts}.`,
  nothing: (look: string) => `Nothing of the look ${look} is in this show.`,
  none: (look: string) => `There is no look "${look}".`,
  notReported: (id: string) => `${id}, which its service has not reported yet`,
  field: (id: string, field: string) => `${id}, field ${field}`,
  before: (time: string, action: string, graphics: string) => `${time}, before ${action} ${graphics}`.trim(),
  graphics: (names: string, more: number) => (more > 0 ? `${names} and ${more} more` : names),
  asAction: (look: string) => `Look ${look}`,
};
