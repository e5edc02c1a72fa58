import { PROCESS_NEWS_TYPE, type ProcessStage } from '@kerf/contract/protocol/process-news'
import {
  processVideo,
  readFilmstripSheet,
  readPreview,
  readSize,
  readSizes,
  readThumbnail,
  readVideo,
  readWaveform,
  setTrim,
} from '@kerf/contract/video'
import { failureCause } from '@kerf/domain/jobs/failure-cause'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import type { VideoRecord, ViewerRecord } from '../ports/clips.ts'
import type { FetchedImage } from '../ports/sources.ts'
import { done, type Outcome, type Refused, refused } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { createPreviewSeats, previewStream } from './files/preview-streams.ts'
import { sendFile } from './files/send-file.ts'
import { processNews } from './process-news.ts'
import { ANSWERED, route } from './routing/route.ts'

/** Asking a source is slow and costs us its patience; a person pastes a few links a minute. */
const PROCESS_CALLS_PER_MINUTE = 20
/** A size may take a second of work; a person looks at three or four for each range that they rest at. */
const MEASURES_A_MINUTE = 60
/** What a video looks and sounds like does not change while anybody looks at it. */
const PICTURE_CACHE = 'private, max-age=86400'

export function videoRoutes(app: FastifyInstance, useCases: UseCases): void {
  const describe = async (outcome: Outcome<VideoRecord>, viewer: ViewerRecord | null) =>
    outcome.ok ? done(await useCases.describeVideo(outcome.value, viewer)) : outcome

  route(
    app,
    processVideo,
    async ({ body, welcomeViewer, signal, request, reply }) => {
      const viewer = await welcomeViewer()
      const process = async (onStage?: (stage: ProcessStage) => void) => {
        const outcome = await useCases.processLink(body.youtubeUrl, viewer, signal, onStage)
        if (!outcome.ok) logRefusedLink(request.log, outcome)
        return describe(outcome, viewer)
      }
      if (!request.headers.accept?.includes(PROCESS_NEWS_TYPE)) return process()
      reply.header('cache-control', 'no-store').type(PROCESS_NEWS_TYPE).send(processNews(process, request.log))
      return ANSWERED
    },
    { callsPerMinute: PROCESS_CALLS_PER_MINUTE, judgesText: true },
  )

  route(app, readVideo, async ({ params, viewer }) => describe(await useCases.findVideo(params.id, viewer), viewer))

  route(app, setTrim, async ({ params, body, viewer }) => {
    if (!viewer) return refused('not_found')
    return describe(await useCases.setTrim(params.id, body, viewer), viewer)
  })

  route(app, readThumbnail, async ({ params, viewer, signal, reply }) =>
    sendImage(reply, await useCases.showVideo.thumbnail(params.id, viewer, signal)),
  )

  route(app, readFilmstripSheet, async ({ params, viewer, signal, reply }) =>
    sendImage(reply, await useCases.showVideo.filmstripSheet(params.id, params.sheet, viewer, signal)),
  )

  route(app, readWaveform, async ({ params, query, viewer, signal, reply }) => {
    const waveform = await useCases.showVideo.waveform(params.id, query, viewer, signal)
    if (!waveform.ok || waveform.value.peaks.length === 0) return waveform
    reply.header('cache-control', PICTURE_CACHE).send(waveform.value)
    return ANSWERED
  })

  route(app, readSizes, async ({ params, viewer, signal, reply }) => {
    const sizes = await useCases.showVideo.sizes(params.id, viewer, signal)
    if (sizes.ok && sizes.value.options.length > 0) reply.header('cache-control', PICTURE_CACHE)
    return sizes
  })

  route(
    app,
    readSize,
    ({ params, query, viewer, signal }) => useCases.showVideo.size(params.id, query, viewer, signal),
    { callsPerMinute: MEASURES_A_MINUTE },
  )

  const seats = createPreviewSeats()
  route(app, readPreview, async ({ params, viewer, signal, request, reply }) => {
    const preview = await useCases.showVideo.preview(params.id, viewer)
    if (!preview.ok || !viewer) return preview.ok ? refused('not_found') : preview
    if (!seats(viewer, request, reply)) return refused('busy')
    const { bytes, mediaType } = preview.value
    return sendFile(request, reply, {
      sizeBytes: bytes.sizeBytes,
      mediaType,
      etag: `${params.id}-${bytes.sizeBytes}`,
      cacheControl: 'private, max-age=3600',
      open: async ({ start, end }) => previewStream(bytes, start, end + 1, signal),
    })
  })
}

/** With the request's id, as every line of this log; the answer has the code alone. */
function logRefusedLink(log: FastifyBaseLogger, { code, cause }: Refused): void {
  log.info({ code, cause: failureCause(cause) || null }, 'link refused')
}

function sendImage(reply: FastifyReply, image: Outcome<FetchedImage>) {
  if (!image.ok) return image
  reply
    .header('content-type', image.value.mediaType)
    .header('cache-control', PICTURE_CACHE)
    .send(Buffer.from(image.value.bytes))
  return ANSWERED
}
