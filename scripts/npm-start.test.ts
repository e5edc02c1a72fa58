import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { addCleanup, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/**
 * Runs `npm start` in a process group of its own until it serves. Its output closes when npm and the server have
 * exited.
 */
async function startNpm() {
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: temporaryDirectory(),
      YTDLP_PATH: '/nowhere/yt-dlp',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const group = -npm.pid!
  addCleanup(() => {
    if (npm.stdout.closed) return
    process.kill(group, 'SIGKILL')
  })
  const lines: string[] = []
  const readyPromise = Promise.withResolvers<void>()
  createInterface({ input: npm.stdout }).on('line', (line) => {
    lines.push(line)
    if (line.startsWith('Kerf is ready')) readyPromise.resolve()
  })
  const exit = once(npm, 'close')
  await Promise.race([readyPromise.promise, exit])
  return { npm, group, lines, ended: exit }
}

describe('npm start', () => {
  it.each([
    ['TERM to npm, as a container or a service sends it', 'SIGTERM', 'npm', [0, null]],
    ['INT to all, as Ctrl+C sends it', 'SIGINT', 'group', [0, null]],
    ['HUP to npm, which does not pass it on', 'SIGHUP', 'npm', [null, 'SIGHUP']],
  ] as const)('ends with its server, in order, after %s', async (_description, signal, receiver, endedBy) => {
    const { npm, group, lines, ended } = await startNpm()
    process.kill(receiver === 'npm' ? npm.pid! : group, signal)
    expect(await ended).toEqual(endedBy)
    expect(lines.join('\n')).toContain('Stopping. Running cuts can finish')
  })

  it('and all other long-running scripts replace their process', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    for (const name of 'start web worker dev admin doctor migrate move backup restore'.split(' '))
      expect(scripts[name], name).toMatch(/^exec node /)
  })
})
