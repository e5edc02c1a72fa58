import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Receipt } from '@kerf/contract/download'
import type { ClipSpec } from '@kerf/cutter/api/clip-spec'
import { ANIMATION_QUALITY, type ClipFormat, isAnimation } from '@kerf/domain/formats/clip-format'
import { chooseForm } from '@kerf/domain/formats/format-choice'
import type { QualityId } from '@kerf/domain/formats/quality'
import { chooseRenditions, heightOf, isH264, type RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import { SAMPLE_LINK, SOURCES } from '@kerf/domain/links/link'
import { type RecognizedLink, recognizeLink, whyNoVideo } from '@kerf/domain/links/recognize-link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { createDiskFileStore } from '../adapters/file-store/disk-file-store.ts'
import { createLocalFileSource } from '../adapters/local-file/local-file-source.ts'
import { createMediaEngine } from '../adapters/media-process/media-engine.ts'
import type { CutProgress, MediaEngine, MediaParts, MediaPlanner, PlannedCut } from '../ports/media.ts'
import { type LocatedRendition, MediaError, type Refusal, type VideoSource } from '../ports/sources.ts'
import { clipSpec } from '../use-cases/downloads/cut-clip.ts'
import { openParts, withRenewals } from '../use-cases/downloads/renewed-source.ts'
import { readEnvironment } from './environment/environment.ts'
import { openSources } from './open-sources.ts'

export type { Receipt } from '@kerf/contract/download'
export type { CutProgress, PlannedCut } from '../ports/media.ts'
export type { Refusal } from '../ports/sources.ts'
export { EnvironmentError } from './environment/environment.ts'

export interface OpenLinkOptions {
  environment: NodeJS.ProcessEnv
  directory: string
  /** Clips are written in here, and nothing else is. */
  scratchDirectory: string
  signal: AbortSignal
}

/** Whatever else is set is a server's affair: nobody's cut fails for a DATABASE_URL that makes no sense. */
const UNDERSTOOD =
  'YTDLP_PATH YTDLP_CHANNEL YOUTUBE_SCRIPTS OUTBOUND_PROXY OUTBOUND_PROXIES OUTBOUND_ALLOW SSL_CERT_FILE NODE_EXTRA_CA_CERTS DATA_DIR PATH'.split(
    ' ',
  )

/** One looks at the file, one cuts it. */
const PROCESSES_AHEAD = 2

/** `link`: a path, the link of a file or YouTube video, or `sample`. Runs without database, web and viewers. */
export async function openLink(
  link: string,
  options: OpenLinkOptions,
): Promise<{ ok: true; video: FoundVideo; close(): Promise<void> } | Refusal> {
  const recognized = await recognize(link, options.directory)
  if (!recognized) return { ok: false, code: whyNoVideo(link) }
  await using opened = new AsyncDisposableStack()
  const { scratchDirectory, signal } = options
  const settings = readEnvironment(Object.fromEntries(UNDERSTOOD.map((name) => [name, options.environment[name]])))
  const engine = createMediaEngine({ scratchDirectory, processesAhead: PROCESSES_AHEAD })
  opened.defer(() => engine.close())
  const storing = {
    files: createDiskFileStore({ filesPath: scratchDirectory, scratchPath: scratchDirectory }),
    clock: { now: () => new Date() },
  }
  const { sources } = await openSources({
    ...{ settings, engine, opened, ...storing },
    // Nothing is prepared for links that nobody has given.
    switchedOn: async () => [],
    toolsDirectory: join(settings.dataDirectory, 'tools'),
  })
  const source =
    recognized.source === 'file' ? createLocalFileSource({ engine, ...storing }) : sources[recognized.source]
  if (!source) return { ok: false, code: 'source_off' }
  const found = await findVideo(engine, source, recognized, signal)
  if (!found.ok) return found
  const kept = opened.move()
  return { ...found, close: () => kept.disposeAsync() }
}

type Recognized = Omit<RecognizedLink, 'source'> & { source: RecognizedLink['source'] | 'file' }

async function recognize(link: string, directory: string): Promise<Recognized | null> {
  if (link === 'sample') return recognizeLink(SAMPLE_LINK, [])
  const path = resolve(directory, link)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  return isFile ? { source: 'file', reference: path } : recognizeLink(link, SOURCES)
}

interface ClipRequest {
  ranges: TimeRange[]
  /** null: the largest rendition whose frames can be copied, at its own size. */
  quality: QualityId | null
  format: ClipFormat
}

/** What a link or a path leads to. Expected failures are values; what is thrown is a surprise or the signal's reason. */
export interface FoundVideo {
  title: string
  durationSeconds: number
  hasFrame: boolean
  /** What the link itself asks for: `?t=`, `#t=10,20`. */
  range: Pick<RecognizedLink, 'startTime' | 'endTime'>
  plan(request: ClipRequest, signal: AbortSignal): Promise<{ ok: true; value: PlannedCut } | Refusal>
  /** @param filePath in the scratch folder: a media process may write nowhere else */
  cut(
    request: ClipRequest,
    filePath: string,
    options: { signal: AbortSignal; onProgress(progress: CutProgress): void },
  ): Promise<{ ok: true; value: Receipt } | Refusal>
}

/** Asks a source about a video, to cut it by itself: without a database, a queue, or a viewer. */
async function findVideo(
  engine: MediaEngine & MediaPlanner,
  source: VideoSource,
  link: Pick<RecognizedLink, 'reference' | 'startTime' | 'endTime'>,
  signal: AbortSignal,
): Promise<{ ok: true; video: FoundVideo } | Refusal> {
  const resolution = await source.resolve(link.reference, signal)
  if (!resolution.ok) return resolution
  const first = resolution.video
  const { title, durationSeconds } = first
  const findAgain = async (avoid: readonly string[]) => {
    const again = await source.resolve(link.reference, signal, avoid)
    return again.ok ? { ok: true as const, value: again.video } : again
  }

  async function withParts<T>(
    { quality, format }: ClipRequest,
    signal: AbortSignal,
    work: (parts: MediaParts, request: ClipSpec) => Promise<T>,
  ): Promise<{ ok: true; value: T } | Refusal> {
    try {
      return await withRenewals(first, findAgain, signal, async (video, renew) => {
        const { renditions } = video
        const requested = chooseForm(renditions, { quality: quality ?? ANIMATION_QUALITY, format })
        const isSized = quality !== null || isAnimation(format)
        const choice = isSized ? requested : bestRenditions(renditions)
        if (!choice) return { ok: false, code: 'quality_unavailable' }
        const request = await clipSpec(format, choice, video, source, signal)
        return { ok: true, value: await work(await openParts(source, video, choice, renew, signal), request) }
      })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof MediaError)) throw error
      return { ok: false, code: error.code, cause: error.message }
    }
  }

  const video: FoundVideo = {
    ...{ title, durationSeconds },
    hasFrame: first.renditions.some(({ carries }) => carries !== 'audio'),
    range: { startTime: link.startTime, endTime: link.endTime },
    plan: (request, signal) =>
      withParts(request, signal, (parts, media) =>
        engine.plan({ parts, ranges: request.ranges, request: media }, signal),
      ),
    cut: (request, filePath, options) =>
      withParts(request, options.signal, (parts, media) =>
        engine.cut({ parts, ranges: request.ranges, request: media, filePath }, options),
      ),
  }
  return { ok: true, video }
}

/** The largest rendition whose frames can be copied, or else the largest; null if none has video. */
function bestRenditions(renditions: readonly LocatedRendition[]): RenditionChoice<LocatedRendition> | null {
  const frames = renditions.filter(({ carries }) => carries !== 'audio')
  const copyable = frames.filter(isH264)
  const [video] = (copyable.length > 0 ? copyable : frames).toSorted((a, b) => (heightOf(b) ?? 0) - (heightOf(a) ?? 0))
  if (!video) return null
  const aac = renditions.filter(({ audioCodec }) => /^(mp4a|aac)/i.test(audioCodec ?? ''))
  const audio = chooseRenditions(aac, 'audio') ?? chooseRenditions(renditions, 'audio')
  return { video, audio: video.carries === 'both' ? video : (audio?.audio ?? null), scaleToHeight: null }
}
