/** For whom something is done: what several share is shared out by it. */

import { AsyncLocalStorage } from 'node:async_hooks'

/** What is done for nobody in particular, as by the server for itself, counts as done for one. */
const NOBODY = ''

const owners = new AsyncLocalStorage<string>()

/** Everything that comes of `work` is done for this owner, however many calls further down. */
export function onBehalfOf<T>(owner: string, work: () => T): T {
  return owners.run(owner, work)
}

export function ownerNow(): string {
  return owners.getStore() ?? NOBODY
}
