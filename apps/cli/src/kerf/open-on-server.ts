import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { cancelDownload, cutLink, type Download, readDownload, readDownloadFile } from '@kerf/contract/download'
import { ApiError, type CallInput, callApi, fetchResponse, OfflineError } from '@kerf/contract/protocol/client'
import type { AnswerOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import { processVideo, readTranscript, type Video } from '@kerf/contract/video'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { recognizeLink, whyNoVideo } from '@kerf/domain/links/recognize-link'
import { SOURCES } from '@kerf/domain/links/source-ids'
import { youtubeClipId } from '@kerf/domain/links/youtube-link'
import { serverAddressOf } from '@kerf/domain/site/server-address'
import type { CutProgress, OpenedVideo } from '@kerf/server/open-link'
import type { CutArguments } from './arguments/read-arguments.ts'
import { CutFailure, failureOf } from './failure.ts'
import { outputFailure } from './output-file.ts'

const POLL_INTERVAL_MILLISECONDS = 1000
/** Waits between retries. Together, they are longer than a restart of the server. */
const RETRY_DELAYS_MILLISECONDS = [250, 1000, 2000, 5000, 10_000, 20_000]
const CANCEL_TIMEOUT_MILLISECONDS = 5000

interface Server {
  /** Address without a slash at its end. */
  address: string
  key: string
}

/**
 * The server that cuts, from the options, or from KERF_SERVER and KERF_KEY; null if this machine cuts.
 * @throws CutFailure bad_usage
 */
export function findServer(
  { server, key, isDryRun }: Pick<CutArguments, 'server' | 'key' | 'isDryRun'>,
  environment: NodeJS.ProcessEnv,
): Server | null {
  const addressText = server ?? environment.KERF_SERVER ?? ''
  if (addressText === '') {
    if (key !== null) throw new CutFailure('bad_usage', '--key is for --server URL.')
    return null
  }
  const url = URL.parse(addressText)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new CutFailure('bad_usage', `"${addressText}" is not the address of a server. Use https://kerf.example.`)
  const apiKey = key ?? environment.KERF_KEY ?? ''
  if (apiKey === '') throw new CutFailure('bad_usage', 'A server needs an API key: set KERF_KEY, or use --key.')
  // Other characters are invalid in a header, and Node's error message would contain the key.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new CutFailure('bad_usage', 'The API key has characters that no key has.')
  if (isDryRun) throw new CutFailure('bad_usage', '--dry-run does not work with --server.')
  return { address: serverAddressOf(url), key: apiKey }
}

interface OpenedOnServer {
  ok: true
  video: OpenedVideo
  close(): Promise<void>
}

const pickTimes = ({ startTime, endTime }: OpenedVideo['range']): OpenedVideo['range'] => ({ startTime, endTime })

/** Opens the video of a link on a server. Its clips are cut there and downloaded. @throws CutFailure */
export async function openOnServer(
  link: string,
  { address, key, directory, signal }: Server & { directory: string; signal: AbortSignal },
): Promise<OpenedOnServer> {
  const entry = await stat(resolve(directory, link)).catch(() => null)
  if (entry?.isFile()) throw new CutFailure('bad_usage', `${link} is a file on this machine. A server cuts links only.`)
  const url = link === 'sample' ? SAMPLE_LINK : link
  const recognized = recognizeLink(url, SOURCES)
  if (!recognized && youtubeClipId(url) === null) throw failureOf(whyNoVideo(link), link)
  const api = createApi({ address, key })
  const serverVideo: Partial<Video> | null = await api.call(processVideo, { body: { youtubeUrl: url }, signal })
  if (!isVideo(serverVideo)) throw new CutFailure('no_kerf', `${new URL(address).host} is not a Kerf.`)
  const video: OpenedVideo = {
    ...openedVideoFacts(serverVideo),
    // The link of a user's clip names no times. The server has found them.
    range: recognized ? pickTimes(recognized) : pickTimes(serverVideo),
    async readTranscript(captions, signal) {
      return {
        ok: true,
        value: await api.call(readTranscript, { params: { id: serverVideo.id }, query: { captions }, signal }),
      }
    },
    plan() {
      throw new Error('The plan of a server is not known.')
    },
    async cut({ ranges, quality, format, options }, filePath, { signal, onProgress }) {
      const body = { url, ...(quality && { quality }), format, ranges, ...options }
      const { id } = await api.call(cutLink, { body, signal })
      try {
        const { receipt, fileSize } = await waitUntilCompleted(api, id, signal, onProgress)
        await fetchFile(api, { id, filePath, fileSize, signal })
        return { ok: true, value: receipt! }
      } catch (error) {
        // Nobody will download the clip, so the server cancels it. A failure of the cancellation is ignored.
        if (signal.aborted)
          await api
            .call(cancelDownload, {
              params: { id },
              body: {},
              signal: AbortSignal.timeout(CANCEL_TIMEOUT_MILLISECONDS),
            })
            .catch(() => undefined)
        throw error
      }
    },
  }
  return { ok: true, video, close: async () => undefined }
}

/** Whether an answer is a video from a Kerf. Other servers may also answer with JSON. */
function isVideo(answer: Partial<Video> | null): answer is Video {
  return typeof answer?.id === 'string' && Array.isArray(answer.options)
}

function openedVideoFacts({ title, channel, duration, options, captions, chapters, audioTracks }: Video) {
  const availableOptions = options.filter(({ access }) => access !== 'unavailable')
  const qualities = options.filter(({ access }) => access === 'allowed').map(({ quality }) => quality)
  return {
    title,
    channel,
    durationSeconds: duration,
    captions,
    chapters,
    audioTracks,
    qualities,
    renditions: [],
    hasVideo: availableOptions.some(({ quality }) => quality !== 'audio'),
    hasAudio: availableOptions.some(({ quality }) => quality === 'audio'),
  }
}

type Api = ReturnType<typeof createApi>

function createApi({ address, key }: Server) {
  const host = new URL(address).host
  const send =
    (extraInit: { redirect: RequestRedirect; headers?: Record<string, string> }): typeof fetch =>
    async (path, init) => {
      const headers = { ...init?.headers, ...extraInit.headers, authorization: `Bearer ${key}` }
      const response = await fetch(address + String(path), { ...init, ...extraInit, headers })
      // A redirect is refused, so that no other address receives the key.
      if (response.status >= 300 && response.status < 400)
        throw new CutFailure('server_moved', describeRedirect(address, response.headers.get('location')))
      return response
    }
  /** @throws CutFailure with a sentence about the failed call */
  const throwFailure = (error: unknown): never => {
    if (error instanceof OfflineError && error.cause instanceof CutFailure) throw error.cause
    if (error instanceof OfflineError)
      throw new CutFailure('server_unreachable', `${host} does not answer.`, { cause: error })
    if (error instanceof SyntaxError) throw new CutFailure('no_kerf', `${host} is not a Kerf.`, { cause: error })
    if (!(error instanceof ApiError)) throw error
    const { code, sentence, status } = error
    throw new CutFailure(code ?? 'server_failed', sentence ?? `${host} answered with status ${status}.`, {
      cause: error,
    })
  }
  return {
    call: <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> =>
      callApi(endpoint, input, send({ redirect: 'manual' })).catch(throwFailure),
    /** @param from offset of the first byte to fetch */
    requestFile: (id: string, from: number, signal: AbortSignal): Promise<Response> =>
      fetchResponse(
        readDownloadFile,
        { params: { id }, signal },
        // A server may redirect to its bucket. fetch does not send the key to another host.
        send({ redirect: 'follow', headers: from > 0 ? { range: `bytes=${from}-` } : {} }),
        { accept: '*/*' },
      ).catch(throwFailure),
  }
}

const describeRedirect = (address: string, location: string | null): string =>
  location
    ? `${address} leads to ${location}. Use that address.`
    : `${address} leads elsewhere, but does not say where.`

const isTransient = (error: unknown): boolean =>
  error instanceof CutFailure &&
  (error.code === 'server_unreachable' ||
    (error.cause instanceof ApiError && [429, 502, 503, 504].includes(error.cause.status)))

/**
 * Retries idempotent work while the server is unreachable or overloaded.
 * @param progress returns the progress so far. An attempt with more progress resets the count of failed attempts
 */
async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal, progress = async () => 0): Promise<T> {
  let highestProgress = 0
  let failedAttempts = 0
  for (;;) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const currentProgress = await progress()
      if (currentProgress > highestProgress) failedAttempts = 0
      highestProgress = Math.max(highestProgress, currentProgress)
      const wait = RETRY_DELAYS_MILLISECONDS[failedAttempts]
      if (!isTransient(error) || wait === undefined) throw error
      failedAttempts += 1
      await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

async function waitUntilCompleted(
  api: Api,
  id: string,
  signal: AbortSignal,
  onProgress: (progress: CutProgress) => void,
): Promise<Download> {
  for (;;) {
    const download = await withRetries(() => api.call(readDownload, { params: { id }, signal }), signal)
    const { status, code, error, stage, progress } = download
    if (status === 'completed') return download
    if (status !== 'processing') throw new CutFailure(code ?? status, error ?? 'The clip could not be made.')
    const isWaiting = stage === 'waiting' || stage === 'resolving'
    onProgress({ done: progress / 100, stage: isWaiting || stage === 'done' ? 'reading' : stage })
    await setTimeout(POLL_INTERVAL_MILLISECONDS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Downloads the file of a clip, and resumes the download after a lost connection. */
async function fetchFile(
  api: Api,
  { id, filePath, fileSize, signal }: { id: string; filePath: string; fileSize: number | null; signal: AbortSignal },
): Promise<void> {
  const readLocalSize = async () => (await stat(filePath).catch(() => null))?.size ?? 0
  const fetchRemainder = async () => {
    const writtenBytes = await readLocalSize()
    // If the connection was lost after the last byte, there is nothing more to request.
    if (writtenBytes > 0 && writtenBytes === fileSize) return
    const response = await api.requestFile(id, writtenBytes, signal)
    const flags = response.status === 206 ? 'a' : 'w'
    await pipeline(response.body as AsyncIterable<Uint8Array>, createWriteStream(filePath, { flags }), {
      signal,
    }).catch((error: NodeJS.ErrnoException) => {
      signal.throwIfAborted()
      if (error.syscall !== undefined) throw outputFailure('The clip', error)
      throw new CutFailure('server_unreachable', 'The connection was lost.', { cause: error })
    })
    if (fileSize !== null && (await readLocalSize()) < fileSize)
      throw new CutFailure('server_unreachable', 'The connection was lost.')
  }
  await withRetries(fetchRemainder, signal, readLocalSize)
}
