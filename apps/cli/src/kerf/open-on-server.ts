import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { cancelDownload, cutLink, type Download, readDownload, readDownloadFile } from '@kerf/contract/download'
import { ApiError, answerTo, type CallInput, callApi, OfflineError } from '@kerf/contract/protocol/client'
import type { AnswerOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import { processVideo, readTranscript, type Video } from '@kerf/contract/video'
import { SAMPLE_LINK, SOURCES } from '@kerf/domain/links/link'
import { recognizeLink, whyNoVideo } from '@kerf/domain/links/recognize-link'
import type { CutProgress, FoundVideo } from '@kerf/server/open-link'
import type { CutRequest } from './arguments/read-arguments.ts'
import { CutFailure, failureOf } from './failure.ts'
import { unwritable } from './output-file.ts'

const POLL_MILLISECONDS = 1000
/** A server that restarts is back within this time. */
const RETRY_MILLISECONDS = [250, 1000, 2000, 5000, 10_000, 20_000]
const CANCEL_MILLISECONDS = 5000

interface Server {
  origin: string
  key: string
}

/** The server that cuts, by the options or else KERF_SERVER and KERF_KEY; null: this machine cuts. */
export function serverOf(
  { server, key, isDryRun }: Pick<CutRequest, 'server' | 'key' | 'isDryRun'>,
  environment: NodeJS.ProcessEnv,
): Server | null {
  const address = server ?? environment.KERF_SERVER ?? ''
  if (address === '') {
    if (key !== null) throw new CutFailure('bad_usage', '--key is for --server URL.')
    return null
  }
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new CutFailure('bad_usage', `"${address}" is not the address of a server. Use https://kerf.example.`)
  const given = key ?? environment.KERF_KEY ?? ''
  if (given === '') throw new CutFailure('bad_usage', 'A server needs an API key: set KERF_KEY, or use --key.')
  // Another character would break the header, and the runtime's message would print the key.
  if (!/^[\x21-\x7e]+$/.test(given)) throw new CutFailure('bad_usage', 'The API key has characters that no key has.')
  if (isDryRun) throw new CutFailure('bad_usage', '--dry-run does not work with --server.')
  return { origin: url.origin, key: given }
}

interface Opened {
  ok: true
  video: FoundVideo
  close(): Promise<void>
}

/** The video of a link as a server sees it; its clips are cut there and fetched. Throws a CutFailure. */
export async function openOnServer(
  link: string,
  { origin, key, directory, signal }: Server & { directory: string; signal: AbortSignal },
): Promise<Opened> {
  const path = await stat(resolve(directory, link)).catch(() => null)
  if (path?.isFile()) throw new CutFailure('bad_usage', `${link} is a file on this machine. A server cuts links only.`)
  const url = link === 'sample' ? SAMPLE_LINK : link
  const recognized = recognizeLink(url, SOURCES)
  if (!recognized) throw failureOf(whyNoVideo(link), link)
  const api = apiOf({ origin, key })
  const found: Partial<Video> | null = await api.call(processVideo, { body: { youtubeUrl: url }, signal })
  if (!isVideo(found)) throw new CutFailure('no_kerf', `${new URL(origin).host} is not a Kerf.`)
  const video: FoundVideo = {
    ...factsOf(found),
    range: { startTime: recognized.startTime, endTime: recognized.endTime },
    async readTranscript(captions, signal) {
      return {
        ok: true,
        value: await api.call(readTranscript, { params: { id: found.id }, query: { captions }, signal }),
      }
    },
    plan() {
      throw new Error('The plan of a server is not known.')
    },
    async cut({ ranges, quality, format, options }, filePath, { signal, onProgress }) {
      const body = { url, ...(quality && { quality }), format, ranges, ...options }
      const { id } = await api.call(cutLink, { body, signal })
      try {
        const { receipt, fileSize } = await untilCompleted(api, id, signal, onProgress)
        await fetchFile(api, { id, filePath, fileSize, signal })
        return { ok: true, value: receipt! }
      } catch (error) {
        // Nobody waits for it any more. Whether this arrives changes nothing here.
        if (signal.aborted)
          await api
            .call(cancelDownload, { params: { id }, body: {}, signal: AbortSignal.timeout(CANCEL_MILLISECONDS) })
            .catch(() => undefined)
        throw error
      }
    },
  }
  return { ok: true, video, close: async () => undefined }
}

/** Anything may answer at an address: JSON alone does not make it a Kerf. */
function isVideo(answer: Partial<Video> | null): answer is Video {
  return typeof answer?.id === 'string' && Array.isArray(answer.options)
}

function factsOf({ title, channel, duration, options, captions, chapters, audioTracks }: Video) {
  const offered = options.filter(({ access }) => access !== 'unavailable')
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
    hasVideo: offered.some(({ quality }) => quality !== 'audio'),
    hasAudio: offered.some(({ quality }) => quality === 'audio'),
  }
}

type Api = ReturnType<typeof apiOf>

function apiOf({ origin, key }: Server) {
  const host = new URL(origin).host
  const send =
    (more: { redirect: RequestRedirect; headers?: Record<string, string> }): typeof fetch =>
    async (path, init) => {
      const headers = { ...init?.headers, ...more.headers, authorization: `Bearer ${key}` }
      const response = await fetch(new URL(String(path), origin), { ...init, ...more, headers })
      // The key goes to no other address than the one that was named.
      if (response.status >= 300 && response.status < 400)
        throw new CutFailure('server_moved', whereTo(origin, response.headers.get('location')))
      return response
    }
  /** Says in a sentence why there is no answer. */
  const failing = (error: unknown): never => {
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
      callApi(endpoint, input, send({ redirect: 'manual' })).catch(failing),
    /** @param from where the file continues, in bytes */
    file: (id: string, from: number, signal: AbortSignal): Promise<Response> =>
      answerTo(
        readDownloadFile,
        { params: { id }, signal },
        // A server with a bucket leads there, and a redirect to another host takes no key along.
        send({ redirect: 'follow', headers: from > 0 ? { range: `bytes=${from}-` } : {} }),
        '*/*',
      ).catch(failing),
  }
}

const whereTo = (origin: string, location: string | null): string =>
  location ? `${origin} leads to ${location}. Use that address.` : `${origin} leads elsewhere, but does not say where.`

const isPassing = (error: unknown): boolean =>
  error instanceof CutFailure &&
  (error.code === 'server_unreachable' ||
    (error.cause instanceof ApiError && [429, 502, 503, 504].includes(error.cause.status)))

/** Tries again what may be done twice, while the server does not answer or is asked too much. What brings `progress` further does not count. */
async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal, progress = async () => 0): Promise<T> {
  let furthest = 0
  let vain = 0
  for (;;) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const reached = await progress()
      if (reached > furthest) vain = 0
      furthest = Math.max(furthest, reached)
      const wait = RETRY_MILLISECONDS[vain]
      if (!isPassing(error) || wait === undefined) throw error
      vain += 1
      await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

async function untilCompleted(
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
    await setTimeout(POLL_MILLISECONDS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Goes on where a connection was lost. */
async function fetchFile(
  api: Api,
  { id, filePath, fileSize, signal }: { id: string; filePath: string; fileSize: number | null; signal: AbortSignal },
): Promise<void> {
  const sizeHere = async () => (await stat(filePath).catch(() => null))?.size ?? 0
  const fetchRest = async () => {
    const written = await sizeHere()
    // The connection was lost behind the last byte: of what comes after it there is nothing to ask for.
    if (written > 0 && written === fileSize) return
    const response = await api.file(id, written, signal)
    const flags = response.status === 206 ? 'a' : 'w'
    await pipeline(response.body as AsyncIterable<Uint8Array>, createWriteStream(filePath, { flags }), {
      signal,
    }).catch((error: NodeJS.ErrnoException) => {
      signal.throwIfAborted()
      if (error.syscall !== undefined) throw unwritable('The clip', error)
      throw new CutFailure('server_unreachable', 'The connection was lost.', { cause: error })
    })
    if (fileSize !== null && (await sizeHere()) < fileSize)
      throw new CutFailure('server_unreachable', 'The connection was lost.')
  }
  await withRetries(fetchRest, signal, sizeHere)
}
