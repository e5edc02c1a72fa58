import { parsePeertubeLink } from '@kerf/domain/links/sites/peertube-link'
import type { z } from 'zod'
import {
  type FetchedImage,
  MediaError,
  type Refusal,
  type Resolution,
  refusalOfMediaError,
  type VideoSource,
} from '../../ports/sources.ts'
import { parseBoundedJson } from '../bounded-json.ts'
import { fetchRasterImage } from '../outbound/fetch-image.ts'
import { describeOffer } from '../remote-media/describe-offer.ts'
import { parsePreviewAddress } from '../remote-media/preview-address.ts'
import { createRemoteMedia, type RemoteMediaOptions, USUAL_HEADERS } from '../remote-media/remote-media.ts'
import {
  captionsOf,
  chaptersOf,
  factsOf,
  offerOf,
  peertubeCaptions,
  peertubeChapters,
  peertubeVideo,
  refusalOfError,
  refusalOfVideo,
  webAddress,
} from './peertube-answer.ts'

export interface PeertubeSourceOptions extends Omit<RemoteMediaOptions, 'servingAddress'> {
  /** Longest time to resolve a link. */
  resolveMilliseconds?: number | undefined
}

const RESOLVE_TIMEOUT_MILLISECONDS = 60_000
const MAX_ANSWER_BYTES = 2 * 1024 * 1024
/** Captions and chapters that come later than this are left out. */
const EXTRAS_TIMEOUT_MILLISECONDS = 5_000
/** Web files carry no time of expiry, and their names change when a video is replaced. */
const URL_TTL_MILLISECONDS = 60 * 60_000
const STEP_NAME = 'peertube'

/** Any PeerTube as a source. References are URLs like `https://HOST/videos/watch/UUID`. */
export function createPeertubeSource(options: PeertubeSourceOptions): VideoSource {
  const media = createRemoteMedia(options)

  async function ask(address: string, signal: AbortSignal): Promise<{ status: number; body: unknown }> {
    const headers = { ...USUAL_HEADERS, accept: 'application/json' }
    const response = await options.fetcher.get(address, { headers, maxBytes: MAX_ANSWER_BYTES, signal })
    return { status: response.status, body: parseBoundedJson(Buffer.from(await response.bytes())) }
  }

  /** Requests data about a video besides its media. null if the answer does not match the schema. */
  async function fetchExtras<T extends z.ZodType>(
    address: string,
    schema: T,
    signal: AbortSignal,
  ): Promise<z.output<T> | null> {
    const timeout = AbortSignal.timeout(EXTRAS_TIMEOUT_MILLISECONDS)
    const answer = await ask(address, AbortSignal.any([signal, timeout])).catch(() => null)
    signal.throwIfAborted()
    return answer?.status === 200 ? (schema.safeParse(answer.body).data ?? null) : null
  }

  async function resolve(reference: string, signal: AbortSignal): Promise<Resolution> {
    const link = parsePeertubeLink(reference)
    if (!link) return { ok: false, code: 'invalid_link' }
    const { origin, host } = new URL(reference)
    const base = `${origin}/api/v1/videos/${link.id}`
    const { status, body } = await ask(base, signal)
    if (status !== 200) return refusalOfError(status, body) ?? noPeertube(`It answered with status ${status}.`)
    const parsedVideo = peertubeVideo.safeParse(body)
    if (!parsedVideo.success || parsedVideo.data.uuid.toLowerCase() !== link.id)
      return noPeertube('Its answer is of another form.')
    const video = parsedVideo.data
    const refusal = refusalOfVideo(video)
    if (refusal) return refusal
    const [inspection, captions, chapters] = await Promise.all([
      describeOffer(media, offerOf(video, origin), '', signal),
      fetchExtras(`${base}/captions`, peertubeCaptions, signal),
      fetchExtras(`${base}/chapters`, peertubeChapters, signal),
    ])
    if (!inspection.ok) return inspection
    const { described } = inspection
    const providedCaptions = captions ? captionsOf(captions, origin) : []
    const image = webAddress(video.previewPath ?? '', origin)
    return {
      ok: true,
      video: {
        ...factsOf(video, host),
        ...described,
        thumbnailAddress: image ?? described.thumbnailAddress,
        captions: providedCaptions.length > 0 ? providedCaptions : described.captions,
        chapters: chapters ? chaptersOf(chapters, described.durationSeconds) : [],
        addressesExpireAt: new Date(options.clock.now().getTime() + URL_TTL_MILLISECONDS).toISOString(),
      },
    }
  }

  return {
    async resolve(reference, callerSignal) {
      const timeout = AbortSignal.timeout(options.resolveMilliseconds ?? RESOLVE_TIMEOUT_MILLISECONDS)
      try {
        return withStep(await resolve(reference, AbortSignal.any([callerSignal, timeout])))
      } catch (error) {
        callerSignal.throwIfAborted()
        if (timeout.aborted)
          return {
            ok: false,
            code: 'source_timeout',
            step: STEP_NAME,
            cause: 'Its answers take longer than anybody waits.',
          }
        if (!(error instanceof MediaError)) throw error
        return { ...refusalOfMediaError(error), step: STEP_NAME }
      }
    },

    openRendition: media.openRendition,
    storeSegments: media.storeSegments,
    fetchImage: (address: string, signal: AbortSignal): Promise<FetchedImage> =>
      parsePreviewAddress(address)
        ? media.fetchPreview(address, signal)
        : fetchRasterImage(options.fetcher, address, { signal }),
    readWaveform: media.readWaveform,
    readCaptions: media.readCaptions,
    openCaptions: media.openCaptions,
    readSizeIndex: media.readSizeIndex,
  }
}

/** The refusal of a host that does not run PeerTube. The viewer gets the one of any other link. */
const noPeertube = (cause: string): Refusal => ({ ok: false, code: 'invalid_link', cause })

const withStep = (resolution: Resolution): Resolution =>
  resolution.ok ? resolution : { ...resolution, step: STEP_NAME }
