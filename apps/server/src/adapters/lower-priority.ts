import { existsSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const MIN_PRIORITY = 19
const NICE_PATH = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path))

/**
 * Words before a command that make all its threads run at lower priority; empty where the system has no `nice`. On
 * Linux, a priority that is set after the start does not apply to existing threads.
 */
export function lowerPriorityPrefix(niceness: number): string[] {
  return NICE_PATH === undefined ? [] : [NICE_PATH, '-n', String(niceness)]
}

/** Lowers the priority of a process that has just started with one thread. */
export function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(MIN_PRIORITY, getPriority() + niceness))
  } catch {
    // The process has ended, or the system has no priorities. Neither is an error.
  }
}
