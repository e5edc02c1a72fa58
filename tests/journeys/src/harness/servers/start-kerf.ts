import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const SERVER = join(import.meta.dirname, '../../../../../apps/server/src')
const READY = /Kerf is ready at (http:\/\/\S+)/

export type RunningKerf = Awaited<ReturnType<typeof startKerf>>

export interface KerfOptions {
  /** `serve`, which combines the other two, by default. */
  role?: 'serve' | 'web' | 'worker'
  /** Variables on top of the tests' own: a free port, loopback, quiet logs. */
  environment?: Record<string, string>
  /** Data folder of an earlier server; a new folder by default. */
  dataDirectory?: string
  /** How far the server's clock is ahead of now. */
  aheadMilliseconds?: number
  /** Whether the clock stands still at that time, until `moveClock` moves it. */
  standsStill?: boolean
  /** Kills the server this long after its start, like a power cut, even if it is not ready yet. */
  killAfterMilliseconds?: number
  /** Short timeouts for other servers, a DNS server, and a report of all connections. */
  watched?:
    | undefined
    | {
        dnsServer?: string
        exchangeLimits?: { totalMilliseconds: number; stallMilliseconds: number }
        resolveMilliseconds?: number
      }
}

/** Starts the real server as a separate process, as `npm start` does, and waits until it serves. */
export async function startKerf(options: KerfOptions = {}) {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'kerf-journey-')))
  const isLater = options.aheadMilliseconds !== undefined
  const script = options.watched
    ? [join(SERVER, 'serve-watched.fixture.ts'), JSON.stringify(options.watched)]
    : isLater
      ? [
          join(SERVER, 'serve-later.fixture.ts'),
          String(options.aheadMilliseconds),
          options.standsStill ? 'still' : 'goes on',
        ]
      : [join(SERVER, 'main.ts'), options.role ?? 'serve']
  const child = spawn(process.execPath, script, {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'off',
      // There is no yt-dlp: the one of this machine may be too old, and none is downloaded.
      YTDLP_PATH: '/nowhere/yt-dlp',
      // A loaded machine needs more seconds.
      YOUTUBE_SECONDS: '120',
      ...options.environment,
    },
    stdio: isLater || options.watched ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  if (options.killAfterMilliseconds !== undefined)
    setTimeout(() => child.kill('SIGKILL'), options.killAfterMilliseconds).unref()
  let output = ''
  const collect = (text: string): void => {
    output += text
  }
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect)
  const url = await readyUrl(child, () => output)

  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const endProcess = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (hasEnded()) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }
  return {
    url,
    dataDirectory,
    processId: child.pid ?? 0,
    /** Output of the server so far. */
    output: () => output,
    /** Moves a clock that is ahead to this many milliseconds from now. */
    async moveClock(milliseconds: number) {
      const isSet = once(child, 'message')
      child.send(milliseconds)
      await isSet
    },
    /** `ADDRESS PORT` of each connection that a watched server tried since the last call. */
    async takeTriedConnections() {
      const report = once(child, 'message')
      child.send('connections')
      return (await report)[0] as string[]
    },
    /** Kills the server at once, like a power cut. */
    kill: async () => void (await endProcess('SIGKILL')),
    /** Stops the server as an operator does. Returns its exit code. */
    stop: () => endProcess('SIGTERM'),
    /** Kills the server if it still runs, and deletes its data. */
    async dispose() {
      await endProcess('SIGKILL')
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const findUrl = (): void => {
      const url = READY.exec(output())?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', findUrl)
    child.once('exit', (code) => reject(new Error(`Kerf ended with ${code} before it was ready:\n${output()}`)))
  })
}

/**
 * Runs `npm run migrate`, `move`, `backup`, `restore`, or a role that is not expected to start, until it ends. `output`
 * is standard output, then standard error.
 */
export async function runCommand(words: readonly string[], environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(SERVER, 'main.ts'), ...words], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode, output: stdout + stderr }
}
