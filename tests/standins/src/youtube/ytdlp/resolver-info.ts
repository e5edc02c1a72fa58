import { STATUS_CODES } from 'node:http'
import { formatsOffered, type MediaLibrary } from '../media/media-library.ts'
import { THUMBNAILS } from '../media/thumbnails.ts'
import { makeMediaUrl } from '../media-urls.ts'
import { liveVariants } from '../pages/live-playlist.ts'
import type { StandinVideo } from '../videos.ts'
import { REPORT_HINT, type ResolverAnswer } from './imitated-ytdlp.ts'
import { describeLiveFormat, describeMediaFormat, describeStoryboards } from './resolver-formats.ts'

/** What yt-dlp prints for a video that plays (`-J`): of what Kerf reads the same names and kinds of values, in the same order of formats. */
export function resolverInfo(
  video: StandinVideo,
  library: MediaLibrary,
): { formats: object[] } & Record<string, unknown> {
  const uploadedAt = new Date(video.uploadedAt)
  const channelUrl = `https://www.youtube.com/channel/${video.channelId}`
  const thumbnails = listThumbnails(video)
  return {
    id: video.id,
    title: video.liveNow ? `${video.title} ${minuteOf(new Date())}` : video.title,
    formats: video.liveNow ? liveVariants(video.id).map(describeLiveFormat) : recordedFormats(video, library),
    thumbnails,
    thumbnail: `https://i.ytimg.com/vi/${video.id}/maxresdefault.jpg`,
    channel_id: video.channelId,
    channel_url: channelUrl,
    ...(video.liveNow ? {} : { duration: Math.round(library.seconds) }),
    view_count: video.views,
    live_status: video.liveNow ? 'is_live' : 'not_live',
    channel: video.channel,
    uploader: video.channel,
    uploader_id: video.channelHandle,
    uploader_url: `https://www.youtube.com/${video.channelHandle}`,
    upload_date: uploadedAt.toISOString().slice(0, 10).replaceAll('-', ''),
    is_live: video.liveNow,
  }
}

function recordedFormats(video: StandinVideo, library: MediaLibrary): object[] {
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + video.urlSeconds
  const offered = video.urlsGiven ? formatsOffered(library, video.offer) : []
  // Worst first: audio alone, then the images by height.
  const ascending = offered.toSorted((one, other) => (one.image?.height ?? 0) - (other.image?.height ?? 0))
  return [
    ...describeStoryboards(video, library),
    ...ascending.map((format) => {
      const url = makeMediaUrl(video, format, { seconds: library.seconds, expiresAtSeconds })
      return describeMediaFormat(format, url, library.seconds)
    }),
  ]
}

function listThumbnails(video: StandinVideo): object[] {
  const smallestFirst = THUMBNAILS.toReversed()
  return smallestFirst.flatMap(({ name, width, height }, index) => [
    {
      url: `https://i.ytimg.com/vi/${video.id}/${name}.jpg`,
      width,
      height,
      preference: 2 * (index - smallestFirst.length) + 1,
      resolution: `${width}x${height}`,
      id: String(2 * index),
    },
    {
      url: `https://i.ytimg.com/vi_webp/${video.id}/${name}.webp`,
      preference: 2 * (index - smallestFirst.length) + 2,
      id: String(2 * index + 1),
    },
  ])
}

/** yt-dlp puts the minute behind a live stream's title. */
function minuteOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}

const NO_URLS_WARNING =
  'Some visionos client https formats have been skipped as they are missing a URL. ' +
  'YouTube may have enabled the SABR-only streaming experiment for the current session. ' +
  'See  https://github.com/yt-dlp/yt-dlp/issues/12482  for more details'

/** Answers for yt-dlp as it would with this video, this behaviour and the flags `-J -f all`. */
export function resolverAnswer(video: StandinVideo, library: MediaLibrary): ResolverAnswer {
  if (video.pageStatus !== null) return failedPages(video.pageStatus)
  if (video.refusal !== null) return { info: null, warnings: [], error: video.refusal.resolverText }
  return {
    info: resolverInfo(video, library),
    warnings: video.urlsGiven ? [] : [NO_URLS_WARNING],
    error: null,
  }
}

/** Other pages are tried until nothing is left to try. */
function failedPages(status: number): ResolverAnswer {
  const failure = `HTTP Error ${status}: ${STATUS_CODES[status]} (caused by <HTTPError ${status}: ${STATUS_CODES[status]}>)`
  const apiWarning = `Unable to download API page: ${failure}`
  return {
    info: null,
    warnings: [`Unable to download webpage: ${failure}`, apiWarning, apiWarning],
    error: `Failed to extract any player response${REPORT_HINT}`,
  }
}
