import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/**
 * Kills a process that was started `detached`, with its whole group. Killing only bubblewrap may leave its child
 * waiting forever, because the child waits for bubblewrap before it asks the system to be killed with it.
 */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group is gone already.
  }
}

/** Maximum number of searches. A killed process may still be listed, and may have started others before its end. */
const MAX_SEARCHES = 50

const isProcess = (name: string): boolean => /^\d+$/.test(name)
const hasVariable = (environment: string, variable: string): boolean => environment.split('\0').includes(variable)

/**
 * Kills every process with this variable in its environment (`TMPDIR=/tmp/x`), in any group, until none is left. Linux
 * only.
 */
export async function killByVariable(variable: string): Promise<void> {
  for (let search = 0; search < MAX_SEARCHES; search++) {
    const names = (await readdir('/proc').catch(() => [])).filter(isProcess)
    const processIds = await Promise.all(
      names.map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
        return hasVariable(environment, variable) ? [Number(name)] : []
      }),
    )
    if (processIds.flat().filter(kill).length === 0) return
  }
}

/** Kills every process with this variable, synchronously and once, for use while this process exits. */
export function killByVariableNow(variable: string): void {
  for (const name of readNames('/proc').filter(isProcess)) {
    if (hasVariable(readText(`/proc/${name}/environ`), variable)) kill(Number(name))
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Kills a process. False if it has ended already or belongs to another user. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
