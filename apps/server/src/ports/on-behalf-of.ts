/** For whom something is done: what several share is shared out by it. */

import { AsyncLocalStorage } from 'node:async_hooks'

/** The server itself counts as one owner. */
const NOBODY = ''

const owners = new AsyncLocalStorage<string>()

/** Everything that `work` calls counts for this owner. */
export function onBehalfOf<T>(owner: string, work: () => T): T {
  return owners.run(owner, work)
}

export function ownerNow(): string {
  return owners.getStore() ?? NOBODY
}
