import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const MAIN = join(import.meta.dirname, '../../../../apps/server/src/main.ts')

export interface CommandEnd {
  exitCode: number | null
  /** What it said, and what it complained of. */
  output: string
}

/** `npm run migrate`, `move`, `backup`, `restore`, or a role that is not expected to start: a process of its own, until it ends. */
export async function giveCommand(words: readonly string[], environment: Record<string, string>): Promise<CommandEnd> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode, output: said + complained }
}
