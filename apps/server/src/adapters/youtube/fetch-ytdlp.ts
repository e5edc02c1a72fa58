import { createHash, type KeyObject, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { signedAt, YTDLP_KEY } from './release-signature.ts'

type FetchOutcome = 'updated' | 'unchanged' | 'failed'

export type FetchedYtdlp = ReturnType<typeof createFetchedYtdlp>

export interface FetchedYtdlpOptions {
  directory: string
  fetcher: GuardedFetcher
  /** Where the latest release's files lie; ends with a slash. */
  baseUrl?: string
  /** Whose signature the list of checksums has to have. */
  key?: KeyObject
  machine?: Machine
}

const LATEST_RELEASE = 'https://github.com/yt-dlp/yt-dlp/releases/latest/download/'
const CHECKSUMS = 'SHA2-256SUMS'
/** Before this version of Kerf: whoever passes on an old release has a reason. */
const OLDEST_RELEASE = new Date('2026-08-01T00:00:00Z')
const MAX_SIGNATURE_BYTES = 4096
const MAX_CHECKSUMS_BYTES = 64 * 1024
const MAX_PROGRAM_BYTES = 200 * 1024 * 1024
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
const RETRY_MILLISECONDS = 10 * 60 * 1000

export function createFetchedYtdlp(options: FetchedYtdlpOptions) {
  const asset = ytdlpAssetFor(options.machine ?? thisMachine())
  const path = join(options.directory, 'yt-dlp')
  const closing = new AbortController()
  let underWay: Promise<FetchOutcome> | null = null
  let failure: string | null = null
  let timer: NodeJS.Timeout | null = null
  let resting = false

  async function attempt(): Promise<FetchOutcome> {
    try {
      const outcome = await fetchIfNewer(options, asset, path, closing.signal)
      failure = null
      return outcome
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
      return 'failed'
    }
  }

  function refresh(): Promise<FetchOutcome> {
    underWay ??= attempt().finally(() => {
      underWay = null
      schedule()
    })
    return underWay
  }

  function schedule(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (closing.signal.aborted || resting) return
    timer = setTimeout(() => void refresh(), failure === null ? DAY_MILLISECONDS : RETRY_MILLISECONDS)
    timer.unref()
  }

  return {
    /** The app's own yt-dlp, or null while there is none; asking for it starts what fetches and refreshes it. */
    async currentPath(): Promise<string | null> {
      resting = false
      if (timer === null && underWay === null && !closing.signal.aborted) void refresh()
      return (await isExecutableFile(path)) ? path : null
    },
    /** Checks for a newer release now. The old one is used until the new one is verified. Never throws. */
    refresh,
    /** Stops refreshing until `currentPath` is called again; a running download is finished. */
    rest(): void {
      resting = true
      if (timer) clearTimeout(timer)
      timer = null
    },
    lastFailure: (): string | null => failure,
    async close(): Promise<void> {
      closing.abort()
      if (timer) clearTimeout(timer)
      await underWay
    },
  }
}

async function fetchIfNewer(
  options: FetchedYtdlpOptions,
  asset: string,
  path: string,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { fetcher, directory, baseUrl = LATEST_RELEASE, key = YTDLP_KEY } = options
  const checksums = await download(fetcher, `${baseUrl}${CHECKSUMS}`, MAX_CHECKSUMS_BYTES, signal)
  const signature = await download(fetcher, `${baseUrl}${CHECKSUMS}.sig`, MAX_SIGNATURE_BYTES, signal)
  const releasedAt = signedAt(checksums, signature, key)
  if (releasedAt === null) throw new YtdlpFetchError('the release is not signed by yt-dlp')
  const expected = checksumOf(Buffer.from(checksums).toString('utf8'), asset)
  if (expected === null) throw new YtdlpFetchError(`the release has no checksum for ${asset}`)
  const current = await readFile(path).catch(() => null)
  if (current !== null && sha256(current) === expected && (await isExecutableFile(path))) return 'unchanged'
  // The file's own time is that of its signature.
  const oldest = current === null ? OLDEST_RELEASE : (await stat(path)).mtime
  if (releasedAt < oldest) throw new YtdlpFetchError('the release is older than the one in use')
  const program = await download(fetcher, `${baseUrl}${asset}`, MAX_PROGRAM_BYTES, signal)
  if (sha256(program) !== expected) throw new YtdlpFetchError(`${asset} does not have the checksum of its release`)
  await writeAtomically(directory, path, program, releasedAt)
  return 'updated'
}

class YtdlpFetchError extends Error {
  override name = 'YtdlpFetchError'
}

async function download(
  fetcher: GuardedFetcher,
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetcher.get(url, { maxBytes, signal })
  if (response.status === 200) return response.bytes()
  response.discard()
  throw new YtdlpFetchError(`the release answered with status ${response.status}`)
}

function checksumOf(list: string, asset: string): string | null {
  for (const line of list.split('\n')) {
    const match = /^([0-9a-f]{64})\s+\*?(\S+)\s*$/i.exec(line)
    if (match?.[2] === asset) return match[1]!.toLowerCase()
  }
  return null
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function writeAtomically(directory: string, path: string, bytes: Uint8Array, at: Date): Promise<void> {
  await mkdir(directory, { recursive: true })
  // Processes that share the folder may have the same id, each in a container of its own.
  const partPath = `${path}.${randomUUID()}.part`
  try {
    await writeFile(partPath, bytes, { mode: 0o600, flush: true })
    await chmod(partPath, 0o755)
    await utimes(partPath, at, at)
    await rename(partPath, path)
  } catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}

export async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

interface Machine {
  platform: string
  arch: string
  /** Linux without glibc, like Alpine. */
  musl: boolean
}

/** The file of an official release that runs on this machine; the plain script, which needs Python, where there is none. */
export function ytdlpAssetFor(machine: Machine): string {
  if (machine.platform === 'darwin') return 'yt-dlp_macos'
  if (machine.platform === 'win32') return 'yt-dlp.exe'
  if (machine.platform !== 'linux') return 'yt-dlp'
  const linux = machine.musl ? 'yt-dlp_musllinux' : 'yt-dlp_linux'
  if (machine.arch === 'x64') return linux
  if (machine.arch === 'arm64') return `${linux}_aarch64`
  return 'yt-dlp'
}

function thisMachine(): Machine {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return {
    platform: process.platform,
    arch: process.arch,
    musl: process.platform === 'linux' && report.header?.glibcVersionRuntime === undefined,
  }
}
