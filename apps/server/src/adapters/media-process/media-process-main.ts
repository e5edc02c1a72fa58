/** Program of a media process: serves one request, or reads frames of one file. It has no network and one folder. */

import './no-network.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import {
  arePeaksAffordable,
  BeginsLaterError,
  CutterError,
  cut,
  drawSheet,
  engineVersion,
  fileSink,
  frameRangeAt,
  type Media,
  memorySink,
  missingCodecs,
  open,
  plan,
  probe,
  readGop,
  readPeaks,
  readSizeIndex,
  readTextTrack,
} from '@kerf/cutter'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import { audioPieces, MAX_WAVEFORM_BYTES, MAX_WAVEFORM_SECONDS } from '@kerf/domain/ranges/previews'
import { MAX_PIECES } from '@kerf/domain/sizes/size-estimate'
import type { CutProgress, MediaFacts, PreviewSpec } from '../../ports/media.ts'
import type { FromMediaProcess, MediaRequest, MediaResult, ToMediaProcess } from './messages.ts'
import { remoteParts } from './remote-parts.ts'

const CUTTER_CODES: Record<CutterError['code'], ErrorCode> = {
  not_media: 'not_media',
  unsupported_media: 'unsupported_media',
  broken_media: 'broken_media',
  unfinished_media: 'unfinished_media',
  range_outside: 'invalid_trim',
  nothing_in_range: 'clip_empty',
  begins_later: 'begins_later',
  too_long: 'range_too_long',
  too_large: 'media_too_large',
  does_not_fit: 'does_not_fit',
  source_failed: 'source_failed',
  sink_failed: 'cut_failed',
  cancelled: 'cancelled',
}

/** Time limit for drawing thumbnails. The ones that are drawn in this time are returned. */
const DRAWING_TIMEOUT_MILLISECONDS = 12_000
const MAX_FRAME_BYTES = 48_000_000
/** Interval of progress messages. Each costs the server time, and clients poll once a second. */
const PROGRESS_INTERVAL_MILLISECONDS = 50
const parts = remoteParts(send)
/** Media of all `gop` and `frame` requests to this process. */
let openedMedia: Media | null = null

process.on('message', (message: ToMediaProcess) => {
  if (message.kind === 'bytes' || message.kind === 'segment' || message.kind === 'notRead') parts.deliver(message)
  else void handleRequest(message)
})
// A supervisor such as systemd may signal every process of a service, but the server may still need this cut.
// The process exits when the channel to the server closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(1))
send({ kind: 'ready' })

async function handleRequest(message: MediaRequest): Promise<void> {
  try {
    if (message.kind === 'version')
      return sendResult({ of: 'version', version: await engineVersion(), missingCodecs: missingCodecs() })
    const { audioTrack } = message
    if (message.kind === 'gop' || message.kind === 'frame') {
      openedMedia ??= await open(parts.open(message.parts))
      send({ kind: 'opened' })
      return sendResult(await readFrames(openedMedia, message))
    }
    const media = await open(parts.open(message.parts), { audioTrack })
    if (message.kind === 'inspect') return sendResult({ of: 'inspect', facts: await readFacts(media) })
    if (message.kind !== 'plan' && message.kind !== 'cut') {
      send({ kind: 'opened' })
      await writePreview(media, message)
      return sendResult({ of: 'preview' })
    }
    const { ranges, spec, maxCodecBytes } = message
    const cutPlan = await plan(media, ranges, spec, { maxCodecBytes })
    if (message.kind === 'plan') return sendResult({ of: 'plan', plan: cutPlan })
    send({ kind: 'opened' })
    await mkdir(message.workPath)
    const receipt = await cut(cutPlan, fileSink(message.filePath), {
      limits: { maxClipBytes: message.maxClipBytes, encoderThreads: message.encoderThreads },
      scratchDirectory: message.workPath,
      onProgress: createProgressSender(),
    })
    send({ kind: 'progress', progress: { done: 1, stage: 'checking' } })
    const clip = await probe(message.filePath)
    if (clip.sizeBytes === 0)
      return send({ kind: 'failed', code: 'clip_empty', message: 'The clip is empty.', causes: '' })
    const { bytesCovered: _, ...cutterReceipt } = receipt
    sendResult({ of: 'cut', receipt: cutterReceipt })
  } catch (error) {
    send({
      kind: 'failed',
      code: chooseErrorCode(error),
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      causes: failureCause(error instanceof Error ? error.cause : null),
      ...(error instanceof BeginsLaterError && { firstFrameSeconds: error.firstFrameSeconds }),
    })
  }
}

/** Returns a callback that sends the first and the last progress at once, and the others at intervals. */
function createProgressSender(): (progress: CutProgress) => void {
  let sentAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    const now = performance.now()
    if (progress.done < 1 && now - sentAt < PROGRESS_INTERVAL_MILLISECONDS) return
    sentAt = now
    send({ kind: 'progress', progress })
  }
}

async function readFacts(media: Media): Promise<MediaFacts> {
  // An unreadable audio table is no failure here: it matters only when the audio is read.
  return { ...media.facts, cheapWaveform: await findCheapWaveform(media).catch(() => null) }
}

async function findCheapWaveform(media: Media): Promise<MediaFacts['cheapWaveform']> {
  const { durationSeconds } = media.facts
  if (durationSeconds <= MAX_WAVEFORM_SECONDS)
    return (await arePeaksAffordable(media, MAX_WAVEFORM_BYTES)) ? 'whole' : null
  const middleSeconds = durationSeconds / 2
  const [middlePart] = audioPieces({ startTime: middleSeconds, endTime: middleSeconds + 1 })
  return (await arePeaksAffordable(media, MAX_WAVEFORM_BYTES, middlePart)) ? 'pieces' : null
}

/** Maximum number of bytes from the keyframe to the frame that is decoded. */
const MAX_GOP_BYTES = 32_000_000

async function readFrames(
  media: Media,
  message: Extract<MediaRequest, { kind: 'gop' | 'frame' }>,
): Promise<MediaResult> {
  const { atSeconds } = message
  if (message.kind === 'gop') {
    return { of: 'gop', gop: await readGop(media, atSeconds, { maxBytes: message.maxBytes }) }
  }
  const range = await frameRangeAt(media, atSeconds, message.place, { maxBytes: MAX_GOP_BYTES })
  const framePlan = await plan(media, range, { kind: 'webp', width: message.width })
  const sink = memorySink()
  await cut(framePlan, sink)
  return { of: 'frame', frame: { ...range, bytes: sink.bytes! } }
}

/** Size limit of a preview clip. Four seconds of 360p take one or two megabytes. */
const MAX_CLIP_PREVIEW_BYTES = 16_000_000

async function writePreview(media: Media, spec: PreviewSpec & { filePath: string }): Promise<void> {
  if (spec.kind !== 'clip') return writeFile(spec.filePath, await createPreview(media, spec))
  await cut(await plan(media, spec.ranges, spec.spec), fileSink(spec.filePath), {
    limits: { maxClipBytes: MAX_CLIP_PREVIEW_BYTES },
  })
}

async function createPreview(media: Media, spec: Exclude<PreviewSpec, { kind: 'clip' }>): Promise<Uint8Array | string> {
  if (spec.kind === 'thumbnails') {
    const drawingTimeout = AbortSignal.timeout(DRAWING_TIMEOUT_MILLISECONDS)
    return drawSheet(media, spec, { enough: drawingTimeout, maxBytes: MAX_FRAME_BYTES })
  }
  if (spec.kind === 'captions') return JSON.stringify(await readTextTrack(media, spec.track))
  if (spec.kind === 'sizeIndex') return JSON.stringify(await readSizeIndex(media, MAX_PIECES))
  const { peaksPerSecond, part } = spec
  const peaks = await readPeaks(media, { peaksPerSecond, maxBytes: MAX_WAVEFORM_BYTES, part })
  return JSON.stringify({ peaksPerSecond, peaks, ...(part && { fromSeconds: part.startTime }) })
}

function chooseErrorCode(error: unknown): ErrorCode {
  const cause = error instanceof CutterError && error.code === 'sink_failed' ? error.cause : error
  const systemCode = (cause as NodeJS.ErrnoException | null)?.code
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT') return 'storage_full'
  return error instanceof CutterError ? CUTTER_CODES[error.code] : 'cut_failed'
}

function sendResult(result: MediaResult): void {
  send({ kind: 'done', result })
}

function send(message: FromMediaProcess): void {
  process.send?.(message)
}
