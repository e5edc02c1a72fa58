import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** The shell's own count of what it and everything it waited for took: minutes and seconds, user and system. */
const TIMES = /(\d+)m([\d.]+)s/g
const COUNTING = '"$@"; code=$?; times >&3; exit $code'

/** CPU seconds of the command and its children. Throws with its last output when it fails. */
export function runCounted(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', COUNTING, 'sh', command, ...args], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
    const words = { err: '', times: '' }
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words.err = (words.err + text).slice(-2000)
    })
    const times = child.stdio[3] as Readable
    times.setEncoding('utf8').on('data', (text: string) => {
      words.times += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(sumOf(words.times))
      else reject(new Error(`${command} ended with ${code}: ${words.err}`))
    })
  })
}

function sumOf(text: string): number {
  return [...text.matchAll(TIMES)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  )
}

export async function canRun(command: string, argument: string): Promise<boolean> {
  return runCounted(command, [argument]).then(
    () => true,
    () => false,
  )
}
