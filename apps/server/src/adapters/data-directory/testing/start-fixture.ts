import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'

/** Module that speeds up imports as in the server, because loading the database takes most of a fixture's time. */
const QUICK_IMPORTS_MODULE = join(import.meta.dirname, '../../../config/testing/load-modules-quickly.fixture.ts')

export interface Fixture {
  /** Lines that the process has printed so far. */
  lines: string[]
  /** Waits for the first printed line. Throws when the process ends without one. */
  answer(): Promise<string>
  /** Waits for a line with this beginning. Throws when the process ends without one. */
  line(beginning: string): Promise<string>
  /** Kills the process without notice, and waits until it has ended. */
  kill(): Promise<void>
}

/** Starts a *.fixture.ts file as a process of its own, which is killed afterwards. */
export function startFixture(path: string, parameters: string[]): Fixture {
  const child = spawn(process.execPath, ['--import', QUICK_IMPORTS_MODULE, path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const waiters = new Set<() => void>()
  const wakeWaiters = () => {
    for (const wake of waiters) wake()
    waiters.clear()
  }
  let endReason: string | null = null
  const exit = new Promise<void>((resolve) => {
    const noteEnd = (reason: string) => {
      endReason ??= reason
      wakeWaiters()
      resolve()
    }
    child.once('error', (error) => noteEnd(`could not be started (${error.message})`))
    child.once('close', (code, signal) => noteEnd(`ended with ${signal ?? code}`))
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    wakeWaiters()
  })

  async function waitForLine(beginning: string): Promise<string> {
    for (;;) {
      const line = lines.find((text) => text.startsWith(beginning))
      if (line !== undefined) return line
      if (endReason)
        throw new Error(`The fixture ${endReason} without a line like "${beginning}": ${lines.join(' | ')}`)
      await new Promise<void>((resolve) => waiters.add(resolve))
    }
  }

  async function kill() {
    child.kill('SIGKILL')
    await exit
  }
  addCleanup(kill)
  return { lines, answer: () => waitForLine(''), line: waitForLine, kill }
}
