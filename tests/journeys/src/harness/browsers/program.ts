import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts a program in its own process group. `end` kills the whole group. */
export function startProgram(path: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(path, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  return {
    /** Resolves with the first match in a line of the program's output. */
    waitForLine: (pattern: RegExp) => lineOf(child, pattern),
    async end(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      process.kill(-child.pid!, 'SIGKILL')
      await once(child, 'exit')
    },
  }
}

function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    for (const output of [child.stdout!, child.stderr!])
      createInterface(output).on('line', (line) => {
        const match = pattern.exec(line)
        if (match) resolve(match)
      })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}.`)))
  })
}
