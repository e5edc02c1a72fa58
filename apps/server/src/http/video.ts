import { PassThrough, pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { PROCESS_EVENTS_TYPE, type ProcessEvent, type ProcessStage } from '@kerf/contract/process-events'
import * as contract from '@kerf/contract/video'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { VideoRecord, ViewerRecord } from '../ports/clips.ts'
import type { FetchedImage } from '../ports/sources.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome, refused } from '../use-cases/shared/outcome.ts'
import { describeVideo } from '../use-cases/videos/describe-video.ts'
import { findVideo } from '../use-cases/videos/find-video.ts'
import { readFilmstripSheet, readThumbnail } from '../use-cases/videos/images.ts'
import { openPreview, type PreviewPlaylist, readPreviewPart } from '../use-cases/videos/open-preview.ts'
import { processLink } from '../use-cases/videos/process-link.ts'
import { readTranscript } from '../use-cases/videos/read-captions.ts'
import { readEdges } from '../use-cases/videos/read-edges.ts'
import { readFrame, readGop } from '../use-cases/videos/read-frames.ts'
import { readMarks } from '../use-cases/videos/read-marks.ts'
import { readSize, readSizes } from '../use-cases/videos/read-sizes.ts'
import { readWaveform } from '../use-cases/videos/read-waveform.ts'
import { setTrim } from '../use-cases/videos/set-trim.ts'
import { limitPreviews, previewStream } from './files/preview-stream.ts'
import { sendFile } from './files/send-file.ts'
import { logRefusedLink } from './logs/refused-link.ts'
import { takesGzip } from './pages/web-pages.ts'
import { describeRefusal } from './routing/refusal.ts'
import { ANSWERED, route } from './routing/route.ts'

/**
 * Limit for one IP address. Sources are slow and refuse servers that send too many requests; a person pastes a few
 * links a minute.
 */
export const PROCESS_CALLS_PER_MINUTE = 20
/** Limit for one IP address. A size may take a second of work; a person looks at three or four sizes for each range. */
const SIZES_PER_MINUTE = 60
/** Limit for one IP address. A person reads one or two languages of a video. */
const TRANSCRIPTS_PER_MINUTE = 30
/** Limit for one IP address. A page sends one request for each video that it opens. */
const MARKS_PER_MINUTE = 30
/** Limit for one IP address. A handle that is dragged requests at most four GOPs a second. */
const GOPS_PER_MINUTE = 240
const FRAMES_PER_MINUTE = 60
const EDGES_PER_MINUTE = 20
/** Thumbnails and waveforms of a video do not change. */
const IMAGE_CACHE = 'private, max-age=86400'
const PREVIEW_CACHE = 'private, max-age=3600'

export function videoRoutes(app: FastifyInstance, deps: Deps): void {
  const describe = async (outcome: Outcome<VideoRecord>, viewer: ViewerRecord | null) =>
    outcome.ok ? done(await describeVideo(deps, { video: outcome.value, viewer })) : outcome

  route(
    app,
    contract.processVideo,
    async ({ body, welcomeViewer, signal, request, reply }) => {
      const viewer = await welcomeViewer()
      const runProcessing = async (onStage?: (stage: ProcessStage) => void) => {
        const outcome = await processLink(deps, { link: body.youtubeUrl, viewer, signal, ...(onStage && { onStage }) })
        return outcome.ok ? describe(outcome, viewer) : logRefusedLink(request, outcome)
      }
      if (!request.headers.accept?.includes(PROCESS_EVENTS_TYPE)) return runProcessing()
      reply
        .header('cache-control', 'no-store')
        // Without this header, nginx would buffer the events until the last one.
        .header('x-accel-buffering', 'no')
        .type(PROCESS_EVENTS_TYPE)
        .send(processEvents(runProcessing, request.log, signal))
      return ANSWERED
    },
    { callsPerMinute: PROCESS_CALLS_PER_MINUTE, acceptsAnyText: true },
  )

  route(app, contract.readVideo, async ({ params: { id }, viewer }) =>
    describe(await findVideo(deps, { id, viewer }), viewer),
  )

  route(app, contract.setTrim, async ({ params: { id }, body, viewer }) =>
    describe(await setTrim(deps, { id, range: body, viewer }), viewer),
  )

  route(app, contract.readThumbnail, async ({ params: { id }, viewer, signal, reply }) =>
    sendImage(reply, await readThumbnail(deps, { id, viewer, signal })),
  )

  route(app, contract.readFilmstripSheet, async ({ params: { id, sheet }, viewer, signal, reply }) =>
    sendImage(reply, await readFilmstripSheet(deps, { id, sheet, viewer, signal })),
  )

  route(app, contract.readWaveform, async ({ params: { id }, query, viewer, signal, reply }) => {
    const waveform = await readWaveform(deps, { id, query, viewer, signal })
    if (!waveform.ok || waveform.value.peaks.length === 0) return waveform
    reply.header('cache-control', IMAGE_CACHE).send(waveform.value)
    return ANSWERED
  })

  route(
    app,
    contract.readTranscript,
    async ({ params: { id }, query: { captions }, viewer, signal, request, reply }) => {
      const transcript = await readTranscript(deps, { id, captions, viewer, signal })
      if (!transcript.ok) return transcript
      reply.header('cache-control', IMAGE_CACHE)
      if (!(transcript.value instanceof Readable)) return done(transcript.value)
      sendCompressed(request, reply, transcript.value)
      return ANSWERED
    },
    { callsPerMinute: TRANSCRIPTS_PER_MINUTE },
  )

  route(app, contract.readMarks, ({ params: { id }, viewer, signal }) => readMarks(deps, { id, viewer, signal }), {
    callsPerMinute: MARKS_PER_MINUTE,
  })

  route(app, contract.readSizes, async ({ params: { id }, query, viewer, signal, reply }) => {
    const sizes = await readSizes(deps, { id, query, viewer, signal })
    if (sizes.ok && sizes.value.options.length > 0) reply.header('cache-control', IMAGE_CACHE)
    return sizes
  })

  route(
    app,
    contract.readSize,
    ({ params: { id }, query, viewer, signal }) => readSize(deps, { id, query, viewer, signal }),
    { callsPerMinute: SIZES_PER_MINUTE },
  )

  route(
    app,
    contract.readGop,
    async ({ params: { id }, query, viewer, signal, reply }) => {
      const gop = await readGop(deps, { id, query, viewer, signal })
      if (!gop.ok) return gop
      sendBytes(reply, gop.value.bytes, 'video/mp4')
      return ANSWERED
    },
    { callsPerMinute: GOPS_PER_MINUTE },
  )

  route(
    app,
    contract.readFrame,
    async ({ params: { id }, query, viewer, signal, reply }) => {
      const frame = await readFrame(deps, { id, query, viewer, signal })
      if (!frame.ok) return frame
      reply.header(contract.FRAME_SECONDS_HEADER, String(frame.value.startTime))
      sendBytes(reply, frame.value.bytes, 'image/webp')
      return ANSWERED
    },
    { callsPerMinute: FRAMES_PER_MINUTE },
  )

  const hasRoom = limitPreviews()
  route(
    app,
    contract.readEdges,
    async ({ params: { id }, query, viewer, signal, request, reply }) => {
      if (!viewer) return refused('not_found')
      if (!hasRoom(viewer, request, reply)) return refused('busy')
      const edges = await readEdges(deps, { id, query, viewer, signal })
      if (!edges.ok) return edges
      const bytes = edges.value
      return sendFile(request, reply, {
        sizeBytes: bytes.byteLength,
        mediaType: 'video/mp4',
        etag: `${id}-${query.startTime}-${query.endTime}-${bytes.byteLength}`,
        cacheControl: IMAGE_CACHE,
        open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
      })
    },
    { callsPerMinute: EDGES_PER_MINUTE },
  )

  route(app, contract.readPreview, async ({ params: { id }, viewer, signal, request, reply }) => {
    if (!viewer) return refused('not_found')
    if (!hasRoom(viewer, request, reply)) return refused('busy')
    const preview = await openPreview(deps, { id, viewer })
    if (!preview.ok) return preview
    if ('playlist' in preview.value) return sendPlaylist(reply, preview.value)
    const { bytes, mediaType } = preview.value
    return sendFile(request, reply, {
      sizeBytes: bytes.sizeBytes,
      mediaType,
      etag: `${id}-${bytes.sizeBytes}`,
      cacheControl: PREVIEW_CACHE,
      open: async ({ start, end }) => previewStream(bytes, start, end + 1, signal),
    })
  })

  route(app, contract.readPreviewPart, async ({ params: { id, part: name }, viewer, signal, request, reply }) => {
    if (!viewer) return refused('not_found')
    if (!hasRoom(viewer, request, reply)) return refused('busy')
    const part = await readPreviewPart(deps, { id, viewer, name, signal })
    if (!part.ok) return part
    if ('playlist' in part.value) return sendPlaylist(reply, part.value)
    const { bytes, mediaType, release } = part.value
    // A caller who hangs up earlier aborts the signal, which releases the segment.
    reply.raw.once('finish', release)
    return sendFile(request, reply, {
      sizeBytes: bytes.byteLength,
      mediaType,
      etag: `${id}-${name}-${bytes.byteLength}`,
      cacheControl: PREVIEW_CACHE,
      open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    })
  })
}

function sendPlaylist(reply: FastifyReply, { playlist }: PreviewPlaylist): typeof ANSWERED {
  reply.header('cache-control', 'private, no-store').type('application/vnd.apple.mpegurl').send(playlist)
  return ANSWERED
}

/** Processes a link, and streams its stages and its outcome: one JSON object a line. */
function processEvents(
  runProcessing: (onStage: (stage: ProcessStage) => void) => Promise<Outcome<contract.Video>>,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Readable {
  const events = new PassThrough()
  const lineOf = (event: ProcessEvent): string => `${JSON.stringify(event)}\n`
  runProcessing((stage) => events.write(lineOf({ stage })))
    // The headers are already sent, so an unexpected error is sent as a refusal, not as a status.
    .catch((error: unknown) => {
      // A caller who hangs up aborts the work, which is no error of the server.
      if (!signal.aborted) log.error({ err: error }, 'request failed')
      return refused('internal')
    })
    .then((outcome) => events.end(lineOf(lastEvent(outcome))))
  return events
}

function lastEvent(outcome: Outcome<contract.Video>): ProcessEvent {
  if (outcome.ok) return { video: outcome.value }
  const { status, body, retryAfterSeconds } = describeRefusal(outcome)
  return { refusal: body, status, retryAfterSeconds }
}

/** Sends JSON that is already in gzip, and decompresses it for the few clients that do not accept gzip. */
function sendCompressed(request: FastifyRequest, reply: FastifyReply, gzip: Readable): void {
  reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
  if (takesGzip(request.headers['accept-encoding'])) reply.header('content-encoding', 'gzip').send(gzip)
  else reply.send(pipeline(gzip, createGunzip(), () => undefined))
}

function sendBytes(reply: FastifyReply, bytes: Uint8Array, mediaType: string): void {
  reply
    .header('cache-control', IMAGE_CACHE)
    .type(mediaType)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

function sendImage(reply: FastifyReply, image: Outcome<FetchedImage>) {
  if (!image.ok) return image
  sendBytes(reply, image.value.bytes, image.value.mediaType)
  return ANSWERED
}
