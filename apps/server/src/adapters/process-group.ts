/**
 * Ends a process that was started `detached`, and all that it started. A child of bubblewrap waits for it before it asks the system to die with
 * it: killed alone in between, bubblewrap would leave it waiting for ever.
 */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group is gone already.
  }
}
