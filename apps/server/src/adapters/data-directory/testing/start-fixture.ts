import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Fixture {
  /** What it has printed so far, line by line. */
  lines: string[]
  /** Waits for a line that begins like this; throws when the process ends without one. */
  line(beginning: string): Promise<string>
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts a *.fixture.ts file as a process of its own. */
export function startFixture(path: string, parameters: string[]): Fixture {
  const child = spawn(process.execPath, [path, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const wake of waiting) wake()
  }
  let ended = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    changed()
  })
  const exit = once(child, 'close').then(() => {
    ended = true
    changed()
  })

  return {
    lines,
    async line(beginning) {
      for (;;) {
        const found = lines.find((line) => line.startsWith(beginning))
        if (found !== undefined) return found
        if (ended) throw new Error(`The fixture ended without a line like "${beginning}": ${lines.join(' | ')}`)
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
