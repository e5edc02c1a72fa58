import { existsSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const LOWEST = 19
const NICE = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path))

/**
 * The words before a command whose threads all yield to other processes; none where the system has no `nice`. On Linux a
 * priority that is set after the start misses the threads that exist by then.
 */
export function atLowerPriority(by: number): string[] {
  return NICE === undefined ? [] : [NICE, '-n', String(by)]
}

/** Lowers the priority of a process that has just started with one thread. */
export function lowerPriority(pid: number | undefined, by: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + by))
  } catch {
    // It has ended already, or the system has no such thing; neither is worth failing for.
  }
}
