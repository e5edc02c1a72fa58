import type { KeyObject } from 'node:crypto'
import { DAY_MILLISECONDS } from '../../../ports/clock.ts'
import type { GuardedFetcher } from '../../outbound/guarded-fetch.ts'
import { signedAt, YTDLP_KEY } from './release-signature.ts'
import { OLDEST_WORKING_RELEASE } from './ytdlp-facts.ts'
import { createYtdlpFolder, isExecutableFile, sha256 } from './ytdlp-folder.ts'

type FetchOutcome = 'updated' | 'unchanged' | 'refused' | 'failed'

/** The same files with the same signature. */
const REPOSITORIES = { stable: 'yt-dlp', nightly: 'yt-dlp-nightly-builds' }
type YtdlpChannel = keyof typeof REPOSITORIES

export type FetchedYtdlp = ReturnType<typeof createFetchedYtdlp>

export interface FetchedYtdlpOptions {
  directory: string
  fetcher: GuardedFetcher
  channel: YtdlpChannel
  /** Whether the program at this path can tell about a video of YouTube. */
  answers: (path: string, signal: AbortSignal) => Promise<boolean>
  /** Where the latest release's files lie; ends with a slash. */
  baseUrl?: string
  /** Whose signature the list of checksums has to have. */
  key?: KeyObject
  machine?: Machine
}

const latestReleaseOf = (channel: YtdlpChannel): string =>
  `https://github.com/yt-dlp/${REPOSITORIES[channel]}/releases/latest/download/`
const CHECKSUMS = 'SHA2-256SUMS'
const MAX_SIGNATURE_BYTES = 4096
const MAX_CHECKSUMS_BYTES = 64 * 1024
const MAX_PROGRAM_BYTES = 200 * 1024 * 1024
const RETRY_MILLISECONDS = 10 * 60 * 1000

export function createFetchedYtdlp(options: FetchedYtdlpOptions) {
  const asset = ytdlpAssetFor(options.machine ?? thisMachine())
  const folder = createYtdlpFolder(options.directory)
  const closing = new AbortController()
  let underWay: Promise<FetchOutcome> | null = null
  let failure: string | null = null
  let timer: NodeJS.Timeout | null = null
  let resting = false

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
      return (await isExecutableFile(folder.path)) ? folder.path : null
    },
    /** Checks for a newer release now. The old one is used until the new one is verified and has answered. Never throws. */
    refresh,
    /** For when the one in use does not work: the one before is used until there is a newer one. False if there is nothing else to use. */
    async takeBack(): Promise<boolean> {
      return (await underWay) === 'updated' || folder.takeBack()
    },
    /** Whether there is a newer release, which was tried and does not work. */
    async isHeldBack(): Promise<boolean> {
      const [releasedAt, refusedAt] = await Promise.all([folder.releasedAt(), folder.refusedAt()])
      return releasedAt !== null && refusedAt !== null && releasedAt < refusedAt
    },
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
  folder: ReturnType<typeof createYtdlpFolder>,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { fetcher, baseUrl = latestReleaseOf(options.channel), key = YTDLP_KEY } = options
  const checksums = await download(fetcher, `${baseUrl}${CHECKSUMS}`, MAX_CHECKSUMS_BYTES, signal)
  const signature = await download(fetcher, `${baseUrl}${CHECKSUMS}.sig`, MAX_SIGNATURE_BYTES, signal)
  const releasedAt = signedAt(checksums, signature, key)
  if (releasedAt === null) throw new YtdlpFetchError('the release is not signed by yt-dlp')
  const expected = checksumOf(Buffer.from(checksums).toString('utf8'), asset)
  if (expected === null) throw new YtdlpFetchError(`the release has no checksum for ${asset}`)
  if ((await folder.sha256()) === expected && (await isExecutableFile(folder.path))) return 'unchanged'
  const inUse = await folder.releasedAt()
  // Whoever passes on an old release has a reason.
  if (releasedAt < OLDEST_WORKING_RELEASE || (inUse !== null && releasedAt < inUse))
    throw new YtdlpFetchError('the release is older than the one in use')
  const refusedAt = inUse && (await folder.refusedAt())
  if (refusedAt && releasedAt <= refusedAt) return 'unchanged'
  const program = await download(fetcher, `${baseUrl}${asset}`, MAX_PROGRAM_BYTES, signal)
  if (sha256(program) !== expected) throw new YtdlpFetchError(`${asset} does not have the checksum of its release`)
  return folder.withCandidate(program, releasedAt, async (candidate) => {
    const isWorthKeeping = inUse !== null && inUse >= OLDEST_WORKING_RELEASE
    if (isWorthKeeping && (await isWorse(candidate.path, folder.path, (path) => options.answers(path, signal)))) {
      await folder.refuse(releasedAt)
      return 'refused'
    }
    await folder.replaceBy(candidate, isWorthKeeping)
    return 'updated'
  })
}

/** Where the one in use does not answer either, it is not the program's fault. One failure may be chance. */
const isWorse = async (path: string, inUse: string, answers: (path: string) => Promise<boolean>): Promise<boolean> =>
  !(await answers(path)) && (await answers(inUse)) && !(await answers(path))

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
