export const remote = {
  noBrowsers: 'Pages in browsers may not use this API.',
  tokenMissing: 'A token is missing: send the header "Authorization: Bearer TOKEN".',
  nothingAt: (method: string, path: string) => `There is nothing at ${method} ${path}.`,
  packed: (encoding: string) => `The body is packed as ${encoding}. Send it as it is, or as gzip.`,
  noJson: (reason: string) => `The body is no JSON: ${reason}.`,
  noClient: 'There is no such client any more. It may have been removed.',
  clientExists: (client: string) => `There is a client called ${client} already.`,
  tokenWrong: 'The token is wrong, or it was revoked.',
  notFrom: (client: string, address: string) => `The client ${client} may not come from ${address}.`,
  needsRight: (client: string, rights: string, right: string) =>
    `The client ${client} may ${rights}, and this needs the right to ${right}.`,
  tooMany: (seconds: number) => `There were too many requests. Try again in ${seconds} s.`,
  notOnList: (client: string, action: string) =>
    `The client ${client} may not trigger ${action}: it is not on its list.`,
  namesNothing: (action: string) => `${action}, which names neither a cue nor an app instance`,
  of: (action: string, target: string) => `${action} of ${target}`,
  problem: (problem: string) => `Remote control: ${problem}`,
  portUnusable: (port: number, reason: string) => `Port ${port} cannot be used (${reason}). Choose another one.`,
};
