import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much memory is held once garbage is collected. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
