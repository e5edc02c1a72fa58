import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program in a process group of its own, until it is ended with everything that it has started. */
export function startProgram(path: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(path, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  return {
    /** The first match in the lines that it prints. */
    said: (pattern: RegExp) => lineOf(child, pattern),
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
        const found = pattern.exec(line)
        if (found) resolve(found)
      })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}.`)))
  })
}
