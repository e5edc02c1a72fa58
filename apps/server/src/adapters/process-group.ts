import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

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

/** What was ended may still be there at the next look, and have started more just before. */
const MOST_LOOKS = 50

const isProcess = (name: string): boolean => /^\d+$/.test(name)
const hasVariable = (environment: string, variable: string): boolean => environment.split('\0').includes(variable)

/**
 * Ends what a process has started in groups of its own, too: whatever has this variable in its environment (`TMPDIR=/tmp/x`), until
 * nothing has. Linux only.
 */
export async function killMarked(variable: string): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const names = (await readdir('/proc').catch(() => [])).filter(isProcess)
    const marked = await Promise.all(
      names.map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
        return hasVariable(environment, variable) ? [Number(name)] : []
      }),
    )
    if (marked.flat().filter(kill).length === 0) return
  }
}

/** The same at once, for the last moment of this process. */
export function killMarkedNow(variable: string): void {
  for (const name of entriesOf('/proc').filter(isProcess)) {
    if (hasVariable(contentOf(`/proc/${name}/environ`), variable)) kill(Number(name))
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Whether it was there to be ended. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
