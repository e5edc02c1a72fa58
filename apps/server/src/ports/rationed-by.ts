/** Owner of the current work, for fair shares of slots and allowances: an IP address block. */

import { AsyncLocalStorage } from 'node:async_hooks'

/** The server itself counts as one owner. */
const SERVER_OWNER = ''

const owners = new AsyncLocalStorage<string>()

/** Everything that `work` calls counts for this owner. */
export function rationedBy<T>(owner: string, work: () => T): T {
  return owners.run(owner, work)
}

export function rationedOwner(): string {
  return owners.getStore() ?? SERVER_OWNER
}
