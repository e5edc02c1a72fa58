import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'

/** Speeds up imports as the server does, because the database's modules take most of a fixture's time. */
const QUICKLY = join(import.meta.dirname, '../../../config/testing/load-modules-quickly.fixture.ts')

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
  const child = spawn(process.execPath, ['--import', QUICKLY, path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const wake of waiting) wake()
    waiting.clear()
  }
  let ending: string | null = null
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      ending ??= how
      changed()
      resolve()
    }
    child.once('error', (error) => end(`could not be started (${error.message})`))
    child.once('close', (code, signal) => end(`ended with ${signal ?? code}`))
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    changed()
  })

  async function wait(beginning: string): Promise<string> {
    for (;;) {
      const line = lines.find((text) => text.startsWith(beginning))
      if (line !== undefined) return line
      if (ending) throw new Error(`The fixture ${ending} without a line like "${beginning}": ${lines.join(' | ')}`)
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }

  async function kill() {
    child.kill('SIGKILL')
    await ended
  }
  addCleanup(kill)
  return { lines, answer: () => wait(''), line: wait, kill }
}
