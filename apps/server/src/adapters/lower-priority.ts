import { existsSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const LOWEST = 19
const NICE = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path))

/**
 * Words to put before a command so that all its threads run at lower priority; none where the system has no `nice`. On
 * Linux, a priority set after the start would miss threads that exist already.
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
    // The process has ended, or the system has no priorities. Neither is an error.
  }
}
