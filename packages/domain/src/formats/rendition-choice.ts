import { QUALITIES, type QualityId } from './quality.ts'

export interface Rendition {
  id: string
  carries: 'both' | 'video' | 'audio'
  /** File format without the dot: `mp4`, `m4a`, `webm`, `mov`, `mp3` ... */
  container: string
  /** As the source names it, e.g. `avc1.640028`; null where there is none. */
  videoCodec: string | null
  audioCodec: string | null
  width: number | null
  height: number | null
  frameRate: number | null
  /** Bits a second, of everything in it. */
  bitrate: number | null
  sizeBytes: number | null
  /** The id of the audio track in it; absent where the video has only one, or all of them in each file. */
  audioTrack?: string
  /** How much the audio is the one a viewer expects (original language, no dynamic range compression); higher is better. */
  audioPreference: number
}

export type FrameShape = Pick<Rendition, 'width' | 'height'>

export interface RenditionChoice<R extends Rendition = Rendition> {
  /** What the video comes from; null for audio alone. */
  video: R | null
  /** What the audio comes from; the same object as `video` when one file carries both; null when the video is silent. */
  audio: R | null
  /** Height of the shorter side to scale down to, or null when the rendition has the wanted size. */
  scaleToHeight: number | null
}

/**
 * Those whose audio is of this track; without an id, of the original: of the track that a viewer expects most. Where no rendition names
 * a track, all of them: there is just one, or each file has them all. One that names none beside others that do has the original.
 */
export function carryingTrack<R extends Rendition>(renditions: readonly R[], audioTrack: string | undefined): R[] {
  const audible = renditions.filter(({ carries }) => carries !== 'video')
  if (audible.every((rendition) => rendition.audioTrack === undefined)) return audible
  if (audioTrack !== undefined) return audible.filter((rendition) => rendition.audioTrack === audioTrack)
  const expected = audible.reduce((best, one) => (one.audioPreference > best.audioPreference ? one : best))
  return audible.filter((rendition) => [expected.audioTrack, undefined].includes(rendition.audioTrack))
}

/** The audio beside this video: its own, if it is among those, else the best of them. */
export function audioFor<R extends Rendition>(video: R, audible: readonly R[], use: 'in mp4' | 'in webm'): R | null {
  return audible.includes(video) ? video : bestAudio(audible, use)
}

/** Height of the shorter side: an upright 1080x1920 video is 1080p. */
export function heightOf({ width, height }: FrameShape): number | null {
  return width === null || height === null ? (height ?? width) : Math.min(width, height)
}

export const isH264 = (rendition: Rendition): boolean => /^(avc|h264)/i.test(rendition.videoCodec ?? '')
const isAac = (rendition: Rendition): boolean => /^(mp4a|aac)/i.test(rendition.audioCodec ?? '')
const isWebmAudio = (rendition: Rendition): boolean => /^(opus|vorbis)/i.test(rendition.audioCodec ?? '')
const isOpus = (rendition: Rendition): boolean => /^opus/i.test(rendition.audioCodec ?? '')

/**
 * The renditions that give this quality at the least cost, or null when the video does not have it. A quality is offered
 * when the video is at least as tall; H.264 of just that size is copied, everything else is decoded and encoded, so
 * the smallest image that is large enough wins.
 * @param audioTrack its id; left out, the original is meant
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
  const frames = renditions.filter(({ carries }) => carries !== 'audio')
  const copyable = frames.filter(isH264)
  const [video] = (copyable.length > 0 ? copyable : frames).toSorted((a, b) => (heightOf(b) ?? 0) - (heightOf(a) ?? 0))
  if (!video) return null
  const audible = carryingTrack(renditions, audioTrack)
  const aac = audible.filter(isAac)
  const beside = chooseRenditions(aac, 'audio') ?? chooseRenditions(audible, 'audio')
  const audio = audible.includes(video) ? video : (beside?.audio ?? null)
  return audioTrack !== undefined && !audio ? null : { video, audio, scaleToHeight: null }
}

/** Frames of a preview are at least so tall, where the video has such. */
const LEAST_SHOWN_HEIGHT = 360
/** 29.97 and 30 are different times; 59.94 of one rendition is rounded to 60 in the list of another. */
const SAME_RATE_TOLERANCE = 0.0005

/**
 * The smallest rendition whose frames have the times of the one that a quality is cut from, or that the best clip is cut from. H.264
 * comes first, since every browser decodes it. null if none has video.
 */
export function renditionToShow<R extends Rendition>(renditions: readonly R[], quality?: QualityId): R | null {
  const cut = (quality && chooseRenditions(renditions, quality)?.video) ?? bestRenditions(renditions, undefined)?.video
  if (!cut) return null
  const alike = renditions.filter((one) => one === cut || (one.carries !== 'audio' && isSameRate(one, cut)))
  const cost = (one: R): number => {
    const height = heightOf(one) ?? 0
    const size = height >= LEAST_SHOWN_HEIGHT - heightTolerance(LEAST_SHOWN_HEIGHT) ? height : 1e5 - height
    return (isH264(one) ? 0 : 1e6) + size
  }
  return alike.reduce((best, one) => (cost(one) < cost(best) ? one : best))
}

function isSameRate({ frameRate: one }: Rendition, { frameRate: other }: Rendition): boolean {
  return one !== null && other !== null && Math.abs(one - other) <= other * SAME_RATE_TOLERANCE
}

// Encoders round sizes to what their blocks allow: 854x480, 426x240, 1920x1088.
const heightTolerance = (height: number): number => Math.max(8, height * 0.02)

const WIDE = 16 / 9

/** Of the image that it would fill between black bars: cinema-wide 1920x800 is 1080p as well. null for any other shape. */
function wideHeightOf({ width, height }: FrameShape): number | null {
  return width !== null && height !== null && width > height * WIDE ? width / WIDE : null
}

export function hasHeight(shape: FrameShape, height: number): boolean {
  const isNear = (own: number | null) => Math.abs((own ?? 0) - height) <= heightTolerance(height)
  return isNear(heightOf(shape)) || isNear(wideHeightOf(shape))
}

function reachesHeight(rendition: Rendition, height: number): boolean {
  return namedHeightOf(rendition) >= height - heightTolerance(height)
}

/** What its quality is called by; 0 where it is unknown. */
const namedHeightOf = (shape: FrameShape): number => Math.round(wideHeightOf(shape) ?? heightOf(shape) ?? 0)

/**
 * The height that the frames of a quality have where the video has none of just that height: below the smallest quality
 * (the first video of YouTube is 320x240), and between the largest two (1440p). null: that of the quality.
 */
export function unusualHeight(shape: FrameShape, quality: QualityId): number | null {
  const own = namedHeightOf(shape)
  const { height } = QUALITIES[quality]
  if (own === 0 || height === null || hasHeight(shape, height)) return null
  const isBelow = quality === '360p' && own < height
  const isBetween = quality === '2160p' && own < height && own > FULL_HD && !hasHeight(shape, FULL_HD)
  return isBelow || isBetween ? own : null
}

const FULL_HD = 1080

/** How tall the frames of a quality are, of these renditions; null: audio alone. */
export function heightOfQuality(
  renditions: readonly (FrameShape & Pick<Rendition, 'carries'>)[],
  quality: QualityId,
): number | null {
  const [tallest] = renditions
    .filter(({ carries }) => carries !== 'audio')
    .sort((one, other) => namedHeightOf(other) - namedHeightOf(one))
  return (tallest && unusualHeight(tallest, quality)) ?? QUALITIES[quality].height
}

/** The height of such an image in a smaller quality, bars left out. */
function scaledHeight(rendition: Rendition, height: number): number {
  const wide = wideHeightOf(rendition)
  return wide === null ? height : 2 * Math.round((rendition.height! * height) / wide / 2)
}

/** `1080p (HD)`; `240p` and `1440p` where a quality is that. */
export function qualityLabel(renditions: readonly Rendition[], quality: QualityId): string {
  const height = heightOfQuality(renditions, quality)
  return height === QUALITIES[quality].height ? QUALITIES[quality].label : `${height}p`
}

/** Relative work: a copy is nearly free, an encode costs by what must be decoded. VP9 and AV1 decode slower than H.264. */
function frameCost(rendition: Rendition, height: number): number {
  const own = heightOf(rendition) ?? 0
  const exact = hasHeight(rendition, height)
  const copied = exact && isH264(rendition)
  const decodeCost = own * own * (isH264(rendition) ? 1 : 1.5)
  // Among copies: a file with audio inside saves a second download only when it is not larger; prefer the separate one,
  // whose bytes are indexed by fragment. Higher frame rates first: they are the better image of the same height.
  const pairCost = rendition.carries === 'both' ? 0.2 : 0
  return (copied ? 0 : 1000 + decodeCost) + pairCost - (rendition.frameRate ?? 0) / 1000
}

function chooseAudio<R extends Rendition>(renditions: readonly R[]): RenditionChoice<R> | null {
  const audio = bestAudio(renditions, 'encoded')
  return audio ? { video: null, audio, scaleToHeight: null } : null
}

/** The smallest that has the audio a viewer expects, to be looked at and not listened to; from a file of its own if there is one. */
export function renditionToHear<R extends Rendition>(renditions: readonly R[]): R | null {
  const withAudio = renditions.filter((rendition) => rendition.carries !== 'video' && rendition.audioCodec !== null)
  const alone = withAudio.filter(({ carries }) => carries === 'audio')
  const candidates = alone.length > 0 ? alone : withAudio
  const expected = Math.max(...candidates.map(({ audioPreference }) => audioPreference))
  return candidates
    .filter(({ audioPreference }) => audioPreference === expected)
    .reduce<R | null>((least, one) => (least && sizeOf(least) <= sizeOf(one) ? least : one), null)
}

const sizeOf = ({ bitrate }: Rendition): number => bitrate ?? Number.POSITIVE_INFINITY

/** The best audio; from a file of its own if there is one. Of a codec that will be copied, or whatever is best where it is encoded anyway. */
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
