import type { LocatedFilmstrip } from '../../ports/sources.ts'
import { isYoutubeImageHost } from '../outbound/youtube-hosts.ts'
import type { YtdlpFormat, YtdlpJson } from './ytdlp-json.ts'

const MAX_FRAME_WIDTH = 320
const WANTED_FRAME_WIDTH = 160
/** Ten hours at a frame every two seconds are 720 sheets. */
const MAX_SHEETS = 1000

/** The storyboard whose frames are nearest to 160x90, the one with more frames if two are; null when there is none. */
export function filmstripOf(formats: readonly YtdlpFormat[], durationSeconds: number): LocatedFilmstrip | null {
  const strips = formats.flatMap((format) => {
    const timeline = toFilmstrip(format, durationSeconds)
    return timeline ? [timeline] : []
  })
  return strips.sort((a, b) => awayFromWanted(a) - awayFromWanted(b) || b.frameCount - a.frameCount)[0] ?? null
}

function awayFromWanted(timeline: LocatedFilmstrip): number {
  return Math.abs(timeline.frameWidth - WANTED_FRAME_WIDTH)
}

function toFilmstrip(format: YtdlpFormat, durationSeconds: number): LocatedFilmstrip | null {
  const { width, height, rows, columns, fps } = format
  if (format.protocol !== 'mhtml' || !/^sb\d+$/.test(format.format_id)) return null
  if (!width || !height || !rows || !columns || !fps || width > MAX_FRAME_WIDTH) return null
  const sheetAddresses = (format.fragments ?? []).map((fragment) => fragment.url)
  if (sheetAddresses.length === 0 || sheetAddresses.length > MAX_SHEETS || !sheetAddresses.every(isImage)) return null
  const frameCount = Math.min(Math.round(fps * durationSeconds), sheetAddresses.length * rows * columns)
  if (frameCount < 1) return null
  return { frameWidth: width, frameHeight: height, columns, rows, frameCount, secondsPerFrame: 1 / fps, sheetAddresses }
}

function isImage(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && isYoutubeImageHost(url.hostname)
}

const MAX_WIDTH = 1280

/** The largest JPEG up to 1280 pixels wide. Entries without a width are guesses; the fallback always exists. */
export function thumbnailAddressOf(info: YtdlpJson): string {
  const sized = info.thumbnails
    .filter((thumbnail) => isJpeg(thumbnail.url) && thumbnail.width && thumbnail.width <= MAX_WIDTH)
    .sort((a, b) => b.width! - a.width!)
  return sized[0]?.url ?? `https://i.ytimg.com/vi/${encodeURIComponent(info.id)}/hqdefault.jpg`
}

function isJpeg(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && isYoutubeImageHost(url.hostname) && /\.jpe?g$/i.test(url.pathname)
}
