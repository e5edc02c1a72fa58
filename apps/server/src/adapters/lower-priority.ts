import { getPriority, setPriority } from 'node:os'

const LOWEST = 19

/** Lets this process answer while the other one works. At once after its start: on Linux, threads inherit what the first one has then. */
export function lowerPriority(pid: number | undefined, by: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + by))
  } catch {
    // It has ended already, or the system has no such thing; neither is worth failing for.
  }
}
