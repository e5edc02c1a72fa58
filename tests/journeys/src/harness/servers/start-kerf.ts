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
  /** All in one when left out. */
  role?: 'serve' | 'web' | 'worker'
  /** Variables on top of the tests' own: a free port, loopback, quiet logs. */
  environment?: Record<string, string>
  /** An earlier server's data; a fresh folder when left out. */
  dataDirectory?: string
  /** Starts it in the future, this long from now; what it does at its start is what it does then. */
  aheadMilliseconds?: number
  /** Its clock is stopped at that time, until it is moved. */
  standsStill?: boolean
  /** Kills it this long after its start, like a power cut, even if it is not ready yet. */
  killAfterMilliseconds?: number
  /** Short timeouts for other servers, its own name server, and a report of what it connects to. */
  watched?:
    | undefined
    | {
        dnsServer?: string
        exchangeLimits?: { totalMilliseconds: number; stallMilliseconds: number }
        resolveMilliseconds?: number
      }
}

/** Starts the real server as a process of its own, the way `npm start` does, and waits until it serves. */
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
      // The one of this machine may be too old to be used: nothing is fetched from the internet in its place.
      YTDLP_PATH: '/nowhere/yt-dlp',
      // A loaded machine needs more of them.
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

  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (ended()) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }
  return {
    url,
    dataDirectory,
    processId: child.pid ?? 0,
    /** Everything it has printed so far. */
    output: () => output,
    /** Moves the clock of a server that was started in the future: this long from now. */
    async goAhead(milliseconds: number) {
      const isSet = once(child, 'message')
      child.send(milliseconds)
      await isSet
    },
    /** `ADDRESS PORT` of every connection that it tried since the last call, if it is watched. */
    async triedConnections() {
      const reported = once(child, 'message')
      child.send('connections')
      return (await reported)[0] as string[]
    },
    /** Kills it at once, like a power cut. */
    kill: async () => void (await end('SIGKILL')),
    /** Asks it to stop, like an operator; returns its exit code. */
    stop: () => end('SIGTERM'),
    /** Ends it if it still runs, and removes its data. */
    async dispose() {
      await end('SIGKILL')
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const url = READY.exec(output())?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`Kerf ended with ${code} before it was ready:\n${output()}`)))
  })
}

/** Runs `npm run migrate`, `move`, `backup`, `restore`, or a role that is not expected to start, until it ends. `output` is standard output, then standard error. */
export async function giveCommand(words: readonly string[], environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(SERVER, 'main.ts'), ...words], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode, output: printed + complained }
}
