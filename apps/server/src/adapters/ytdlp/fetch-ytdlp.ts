import type { KeyObject } from 'node:crypto'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { signedAt, YTDLP_KEY } from './release-signature.ts'
import { OLDEST_WORKING_RELEASE } from './ytdlp-facts.ts'
import { createYtdlpFolder, isExecutableFile, sha256 } from './ytdlp-folder.ts'

type FetchOutcome = 'updated' | 'unchanged' | 'refused' | 'failed'

/** Repository of each channel. All publish the same files and sign with the same key. */
const REPOSITORIES = { stable: 'yt-dlp', nightly: 'yt-dlp-nightly-builds' }
type YtdlpChannel = keyof typeof REPOSITORIES

export type FetchedYtdlp = ReturnType<typeof createFetchedYtdlp>

export interface FetchedYtdlpOptions {
  directory: string
  fetcher: GuardedFetcher
  channel: YtdlpChannel
  /** Tests whether the program at this path resolves a video of YouTube. */
  answers: (path: string, signal: AbortSignal) => Promise<boolean>
  /** Base URL of the latest release's files, with a slash at the end. */
  baseUrl?: string
  /** Public key that must have signed the list of checksums. */
  key?: KeyObject
  machine?: Machine
  /** Whether nothing is fetched, and only a program that is there already is used. */
  isReadOnly?: boolean
}

const latestReleaseOf = (channel: YtdlpChannel): string =>
  `https://github.com/yt-dlp/${REPOSITORIES[channel]}/releases/latest/download/`
const CHECKSUMS = 'SHA2-256SUMS'
const MAX_SIGNATURE_BYTES = 4096
const MAX_CHECKSUMS_BYTES = 64 * 1024
const MAX_PROGRAM_BYTES = 200 * 1024 * 1024
const RETRY_DELAY_MILLISECONDS = 10 * 60 * 1000

export function createFetchedYtdlp(options: FetchedYtdlpOptions) {
  const asset = ytdlpAssetFor(options.machine ?? thisMachine())
  const folder = createYtdlpFolder(options.directory)
  const closing = new AbortController()
  let runningAttempt: Promise<FetchOutcome> | null = null
  let failure: string | null = null
  let timer: NodeJS.Timeout | null = null
  let isResting = false

  async function attempt(): Promise<FetchOutcome> {
    try {
      const outcome = await fetchIfNewer(options, asset, folder, closing.signal)
      failure = null
      return outcome
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
      return 'failed'
    }
  }

  function refresh(): Promise<FetchOutcome> {
    runningAttempt ??= attempt().finally(() => {
      runningAttempt = null
      schedule()
    })
    return runningAttempt
  }

  function schedule(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (closing.signal.aborted || isResting) return
    timer = setTimeout(() => void refresh(), failure === null ? DAY_MILLISECONDS : RETRY_DELAY_MILLISECONDS)
    timer.unref()
  }

  return {
    /**
     * Returns the path of the app's own yt-dlp, or null while there is none. A call starts fetching and refreshing it.
     */
    async currentPath(): Promise<string | null> {
      isResting = false
      if (timer === null && runningAttempt === null && !closing.signal.aborted && !options.isReadOnly) void refresh()
      return (await isExecutableFile(folder.path)) ? folder.path : null
    },
    /** Checks for a newer release, which replaces the old one once it is verified and has answered. Never throws. */
    refresh,
    /** Replaces a program that does not work with the newer or the previous release. False if there is neither. */
    async takeBack(): Promise<boolean> {
      return (await runningAttempt) === 'updated' || folder.takeBack()
    },
    /** Returns whether a newer release was tried and does not work. */
    async isHeldBack(): Promise<boolean> {
      const [releasedAt, refusedAt] = await Promise.all([folder.releasedAt(), folder.refusedAt()])
      return releasedAt !== null && refusedAt !== null && releasedAt < refusedAt
    },
    /** Stops refreshing until `currentPath` is called again. A running download continues. */
    rest(): void {
      isResting = true
      if (timer) clearTimeout(timer)
      timer = null
    },
    lastFailure: (): string | null => failure,
    async close(): Promise<void> {
      closing.abort()
      if (timer) clearTimeout(timer)
      await runningAttempt
    },
  }
}

async function fetchIfNewer(
  options: FetchedYtdlpOptions,
  asset: string,
  folder: ReturnType<typeof createYtdlpFolder>,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { fetcher, baseUrl = latestReleaseOf(options.channel), key = YTDLP_KEY } = options
  const checksums = await download(fetcher, `${baseUrl}${CHECKSUMS}`, MAX_CHECKSUMS_BYTES, signal)
  const signature = await download(fetcher, `${baseUrl}${CHECKSUMS}.sig`, MAX_SIGNATURE_BYTES, signal)
  const releasedAt = signedAt(checksums, signature, key)
  if (releasedAt === null) throw new YtdlpFetchError('the release is not signed by yt-dlp')
  const expectedChecksum = checksumOf(Buffer.from(checksums).toString('utf8'), asset)
  if (expectedChecksum === null) throw new YtdlpFetchError(`the release has no checksum for ${asset}`)
  if ((await folder.sha256()) === expectedChecksum && (await isExecutableFile(folder.path))) return 'unchanged'
  const currentReleasedAt = await folder.releasedAt()
  // An old release, although signed, may be an attack: it has known faults.
  if (releasedAt < OLDEST_WORKING_RELEASE || (currentReleasedAt !== null && releasedAt < currentReleasedAt))
    throw new YtdlpFetchError('the release is older than the one in use')
  const refusedAt = currentReleasedAt && (await folder.refusedAt())
  if (refusedAt && releasedAt <= refusedAt) return 'unchanged'
  const program = await download(fetcher, `${baseUrl}${asset}`, MAX_PROGRAM_BYTES, signal)
  if (sha256(program) !== expectedChecksum)
    throw new YtdlpFetchError(`${asset} does not have the checksum of its release`)
  return folder.withCandidate(program, releasedAt, async (candidate) => {
    const isWorthKeeping = currentReleasedAt !== null && currentReleasedAt >= OLDEST_WORKING_RELEASE
    if (isWorthKeeping && (await isWorse(candidate.path, folder.path, (path) => options.answers(path, signal)))) {
      await folder.refuse(releasedAt)
      return 'refused'
    }
    await folder.replaceBy(candidate, isWorthKeeping)
    return 'updated'
  })
}

/** The new program is at fault only if the one in use answers, and if it fails twice: one failure may be chance. */
const isWorse = async (
  newPath: string,
  currentPath: string,
  answers: (path: string) => Promise<boolean>,
): Promise<boolean> => !(await answers(newPath)) && (await answers(currentPath)) && !(await answers(newPath))

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

interface Machine {
  platform: string
  arch: string
  /** Linux without glibc, like Alpine. */
  musl: boolean
}

/** Returns the file of an official release for this machine; without one, the plain script, which needs Python. */
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
