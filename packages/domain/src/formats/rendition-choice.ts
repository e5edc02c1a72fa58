import { QUALITIES, type QualityId } from './quality.ts'

export interface Rendition {
  id: string
  carries: 'both' | 'video' | 'audio'
  /** File format without the dot: `mp4`, `m4a`, `webm`, `mov`, `mp3` ... */
  container: string
  /** Codec as the source names it, such as `avc1.640028`; null without video. */
  videoCodec: string | null
  audioCodec: string | null
  width: number | null
  height: number | null
  frameRate: number | null
  /** Bits per second of the whole file. */
  bitrate: number | null
  sizeBytes: number | null
  /** Id of its audio track; absent if the video has only one, or if each file has all of them. */
  audioTrack?: string
  /** How likely viewers expect this audio (original language, no dynamic range compression); higher is better. */
  audioPreference: number
}

export type FrameShape = Pick<Rendition, 'width' | 'height'>

export interface RenditionChoice<R extends Rendition = Rendition> {
  /** Rendition of the video; null for audio only. */
  video: R | null
  /** Rendition of the audio; the same object as `video` if one file has both; null for a silent clip. */
  audio: R | null
  /** Pixels of height to scale down to; null if the rendition has the requested size. */
  scaleToHeight: number | null
}

/**
 * Renditions with this audio track; without an id, with the track that viewers expect most. If no rendition names a
 * track, all with audio are returned. If only some renditions name their track, the others have the original one.
 */
export function carryingTrack<R extends Rendition>(renditions: readonly R[], audioTrack: string | undefined): R[] {
  const audible = renditions.filter(({ carries }) => carries !== 'video')
  if (audible.every((rendition) => rendition.audioTrack === undefined)) return audible
  if (audioTrack !== undefined) return audible.filter((rendition) => rendition.audioTrack === audioTrack)
  const expectedRendition = audible.reduce((bestCandidate, candidate) =>
    candidate.audioPreference > bestCandidate.audioPreference ? candidate : bestCandidate,
  )
  return audible.filter((rendition) => [expectedRendition.audioTrack, undefined].includes(rendition.audioTrack))
}

/** The audio track with this id, or the original without an id; undefined if the video does not have it. */
export function audioTrackOf<T extends { id: string; isOriginal: boolean }>(
  audioTracks: readonly T[] | undefined,
  audioTrack: string | undefined,
): T | undefined {
  return audioTracks?.find(({ id, isOriginal }) => (audioTrack === undefined ? isOriginal : id === audioTrack))
}

/** Audio for this video: its own if it is among the candidates, else the best candidate. */
export function audioFor<R extends Rendition>(
  video: R,
  audibleRenditions: readonly R[],
  use: 'in mp4' | 'in webm',
): R | null {
  return audibleRenditions.includes(video) ? video : bestAudio(audibleRenditions, use)
}

/** Pixels of the shorter side: an upright 1080x1920 video is 1080p. */
export function heightOf({ width, height }: FrameShape): number | null {
  return width === null || height === null ? (height ?? width) : Math.min(width, height)
}

export const isH264 = (rendition: Rendition): boolean => /^(avc|h264)/i.test(rendition.videoCodec ?? '')
const isAac = (rendition: Rendition): boolean => /^(mp4a|aac)/i.test(rendition.audioCodec ?? '')
const isWebmAudio = (rendition: Rendition): boolean => /^(opus|vorbis)/i.test(rendition.audioCodec ?? '')
const isOpus = (rendition: Rendition): boolean => /^opus/i.test(rendition.audioCodec ?? '')

/**
 * The renditions that give this quality at the least cost; null if the video does not have it. The video must be at
 * least as tall. H.264 of exactly that size is copied. Everything else is decoded and encoded, so the smallest
 * rendition that is large enough wins.
 * @param audioTrack id of the track; absent: the original
 */
export function chooseRenditions<R extends Rendition>(
  renditions: readonly R[],
  quality: QualityId,
  audioTrack?: string,
): RenditionChoice<R> | null {
  const wantedHeight = heightOfQuality(renditions, quality)
  const audible = carryingTrack(renditions, audioTrack)
  if (wantedHeight === null) return chooseAudio(audible)
  const candidates = renditions
    .filter((rendition) => rendition.carries !== 'audio' && reachesHeight(rendition, wantedHeight))
    .map((rendition) => ({ rendition, cost: frameCost(rendition, wantedHeight) }))
    .sort((a, b) => a.cost - b.cost)
  const video = candidates[0]?.rendition
  if (!video) return null
  const audio = audioFor(video, audible, 'in mp4')
  if (audioTrack !== undefined && !audio) return null
  const scaleToHeight = hasHeight(video, wantedHeight) ? null : scaledHeight(video, wantedHeight)
  return { video, audio, scaleToHeight }
}

/** The largest rendition whose frames can be copied, or else the largest; null if none has video. */
export function bestRenditions<R extends Rendition>(
  renditions: readonly R[],
  audioTrack: string | undefined,
): RenditionChoice<R> | null {
  const videoRenditions = renditions.filter(({ carries }) => carries !== 'audio')
  const copyableRenditions = videoRenditions.filter(isH264)
  const [video] = (copyableRenditions.length > 0 ? copyableRenditions : videoRenditions).toSorted(
    (a, b) => (heightOf(b) ?? 0) - (heightOf(a) ?? 0),
  )
  if (!video) return null
  const audible = carryingTrack(renditions, audioTrack)
  const aacRenditions = audible.filter(isAac)
  const separateAudio = chooseRenditions(aacRenditions, 'audio') ?? chooseRenditions(audible, 'audio')
  const audio = audible.includes(video) ? video : (separateAudio?.audio ?? null)
  return audioTrack !== undefined && !audio ? null : { video, audio, scaleToHeight: null }
}

/** Smallest height of preview frames, if the video has such a rendition. */
const MIN_SHOWN_HEIGHT = 360
/** Relative tolerance of equal frame rates. 29.97 and 30 count as different, since their frame times differ. */
const SAME_RATE_TOLERANCE = 0.0005

/**
 * The smallest rendition with the same frame times as the one that the quality, or the best clip, is cut from. H.264
 * comes first, since every browser decodes it. null if none has video.
 */
export function renditionToShow<R extends Rendition>(renditions: readonly R[], quality?: QualityId): R | null {
  const cutRendition =
    (quality && chooseRenditions(renditions, quality)?.video) ?? bestRenditions(renditions, undefined)?.video
  if (!cutRendition) return null
  const sameRateRenditions = renditions.filter(
    (rendition) => rendition === cutRendition || (rendition.carries !== 'audio' && isSameRate(rendition, cutRendition)),
  )
  const cost = (rendition: R): number => {
    const height = heightOf(rendition) ?? 0
    const size = height >= MIN_SHOWN_HEIGHT - heightTolerance(MIN_SHOWN_HEIGHT) ? height : 1e5 - height
    return (isH264(rendition) ? 0 : 1e6) + size
  }
  return sameRateRenditions.reduce((bestCandidate, candidate) =>
    cost(candidate) < cost(bestCandidate) ? candidate : bestCandidate,
  )
}

function isSameRate({ frameRate: a }: Rendition, { frameRate: b }: Rendition): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= b * SAME_RATE_TOLERANCE
}

// Tolerance in pixels, since encoders round sizes to whole blocks: 854x480, 426x240, 1920x1088.
const heightTolerance = (height: number): number => Math.max(8, height * 0.02)

const WIDE_ASPECT = 16 / 9

/** Height of a wide frame with its black bars: 1920x800 counts as 1080p. null for other shapes. */
function wideHeightOf({ width, height }: FrameShape): number | null {
  return width !== null && height !== null && width > height * WIDE_ASPECT ? width / WIDE_ASPECT : null
}

export function hasHeight(shape: FrameShape, height: number): boolean {
  const isNear = (ownHeight: number | null) => Math.abs((ownHeight ?? 0) - height) <= heightTolerance(height)
  return isNear(heightOf(shape)) || isNear(wideHeightOf(shape))
}

function reachesHeight(rendition: Rendition, height: number): boolean {
  return namedHeightOf(rendition) >= height - heightTolerance(height)
}

/** Height that names the quality; 0 if unknown. */
const namedHeightOf = (shape: FrameShape): number => Math.round(wideHeightOf(shape) ?? heightOf(shape) ?? 0)

/**
 * Height of a quality's frames if it is not the quality's own: below the smallest quality (YouTube's first video is
 * 320x240), or between the largest two (1440p). null: the frames have the quality's own height.
 */
export function unusualHeight(shape: FrameShape, quality: QualityId): number | null {
  const ownHeight = namedHeightOf(shape)
  const { height } = QUALITIES[quality]
  if (ownHeight === 0 || height === null || hasHeight(shape, height)) return null
  const isBelow = quality === '360p' && ownHeight < height
  const isBetween =
    quality === '2160p' && ownHeight < height && ownHeight > FULL_HD_HEIGHT && !hasHeight(shape, FULL_HD_HEIGHT)
  return isBelow || isBetween ? ownHeight : null
}

const FULL_HD_HEIGHT = 1080

/** Height of a quality's frames among these renditions; null for audio. */
export function heightOfQuality(
  renditions: readonly (FrameShape & Pick<Rendition, 'carries'>)[],
  quality: QualityId,
): number | null {
  const [tallestRendition] = renditions
    .filter(({ carries }) => carries !== 'audio')
    .sort((a, b) => namedHeightOf(b) - namedHeightOf(a))
  return (tallestRendition && unusualHeight(tallestRendition, quality)) ?? QUALITIES[quality].height
}

/** Height to scale to. For frames wider than 16:9 it is less, since the height of a quality includes black bars. */
function scaledHeight(rendition: Rendition, height: number): number {
  const wideHeight = wideHeightOf(rendition)
  return wideHeight === null ? height : 2 * Math.round((rendition.height! * height) / wideHeight / 2)
}

/** Label of a quality: `1080p (HD)`, or `240p` and `1440p` for unusual heights. */
export function qualityLabel(renditions: readonly Rendition[], quality: QualityId): string {
  const height = heightOfQuality(renditions, quality)
  return height === QUALITIES[quality].height ? QUALITIES[quality].label : `${height}p`
}

/** Relative cost: a copy is almost free, an encode costs by decoded pixels. VP9 and AV1 decode slower than H.264. */
function frameCost(rendition: Rendition, height: number): number {
  const ownHeight = heightOf(rendition) ?? 0
  const isExact = hasHeight(rendition, height)
  const isCopied = isExact && isH264(rendition)
  const decodeCost = ownHeight * ownHeight * (isH264(rendition) ? 1 : 1.5)
  // Among copies: a separate file wins over one with audio inside, because its bytes are indexed by fragment.
  // Higher frame rates win among equal heights.
  const muxedCost = rendition.carries === 'both' ? 0.2 : 0
  return (isCopied ? 0 : 1000 + decodeCost) + muxedCost - (rendition.frameRate ?? 0) / 1000
}

function chooseAudio<R extends Rendition>(renditions: readonly R[]): RenditionChoice<R> | null {
  const audio = bestAudio(renditions, 'encoded')
  return audio ? { video: null, audio, scaleToHeight: null } : null
}

/** The smallest rendition with the expected audio, for the waveform. A file without video wins. */
export function renditionForWaveform<R extends Rendition>(renditions: readonly R[]): R | null {
  const withAudio = renditions.filter((rendition) => rendition.carries !== 'video' && rendition.audioCodec !== null)
  const audioFiles = withAudio.filter(({ carries }) => carries === 'audio')
  const candidates = audioFiles.length > 0 ? audioFiles : withAudio
  const bestPreference = Math.max(...candidates.map(({ audioPreference }) => audioPreference))
  return candidates
    .filter(({ audioPreference }) => audioPreference === bestPreference)
    .reduce<R | null>(
      (smallestCandidate, candidate) =>
        smallestCandidate && sizeOf(smallestCandidate) <= sizeOf(candidate) ? smallestCandidate : candidate,
      null,
    )
}

const sizeOf = ({ bitrate }: Rendition): number => bitrate ?? Number.POSITIVE_INFINITY

/** The best audio for a use. A file without video wins, then the expected track, then a codec that can be copied. */
export function bestAudio<R extends Rendition>(
  renditions: readonly R[],
  use: 'in mp4' | 'in webm' | 'in ogg' | 'encoded',
): R | null {
  const isCopied = (rendition: R): boolean =>
    (use === 'in mp4' && isAac(rendition)) ||
    (use === 'in webm' && isWebmAudio(rendition)) ||
    (use === 'in ogg' && isOpus(rendition))
  const score = (rendition: R): number =>
    (rendition.carries === 'audio' ? 1e12 : 0) +
    rendition.audioPreference * 1e9 +
    (isCopied(rendition) ? 1e8 : 0) +
    (rendition.carries === 'audio' ? (rendition.bitrate ?? 0) : -(rendition.bitrate ?? 0))
  const withAudio = renditions.filter((rendition) => rendition.carries !== 'video' && rendition.audioCodec !== null)
  return withAudio.sort((a, b) => score(b) - score(a))[0] ?? null
}
