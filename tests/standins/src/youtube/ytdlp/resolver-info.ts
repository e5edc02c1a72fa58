import { captionsOfResolver } from '../captions/captions-list.ts'
import type { MediaLibrary } from '../media/media-library.ts'
import { THUMBNAILS } from '../media/thumbnails.ts'
import { makeMediaUrl, makePlaylistUrl } from '../media-urls.ts'
import { offeredFormats } from '../offered-formats.ts'
import { liveVariants } from '../pages/live-playlist.ts'
import type { PlayerCallTerms } from '../pages/player-response.ts'
import { getsUrls } from '../pages/streaming-data.ts'
import { playlistFormats } from '../pages/video-playlists.ts'
import type { StandinVideo } from '../videos.ts'
import type { ResolverAnswer, ResolverFormat } from './imitated-ytdlp.ts'
import {
  describeLiveFormat,
  describeMediaFormat,
  describePlaylistFormat,
  describeStoryboards,
} from './resolver-formats.ts'

/** Output of `yt-dlp -J` for a video that plays: the fields that Kerf reads, with the formats in yt-dlp's order. */
export function resolverInfo(
  video: StandinVideo,
  terms: PlayerCallTerms,
  library: MediaLibrary,
): NonNullable<ResolverAnswer['info']> {
  const uploadedAt = new Date(video.uploadedAt)
  const channelUrl = `https://www.youtube.com/channel/${video.channelId}`
  const thumbnails = listThumbnails(video)
  return {
    id: video.id,
    title: video.liveNow ? `${video.title} ${minuteOf(new Date())}` : video.title,
    formats: video.liveNow ? liveVariants(video.id).map(describeLiveFormat) : recordedFormats(video, terms, library),
    thumbnails,
    thumbnail: `https://i.ytimg.com/vi/${video.id}/maxresdefault.jpg`,
    channel_id: video.channelId,
    channel_url: channelUrl,
    ...(video.liveNow ? {} : { duration: Math.round(video.statedSeconds ?? library.seconds) }),
    age_limit: video.forAdults ? 18 : 0,
    view_count: video.views,
    live_status: video.liveNow ? 'is_live' : 'not_live',
    channel: video.channel,
    uploader: video.channel,
    uploader_id: video.channelHandle,
    uploader_url: `https://www.youtube.com/${video.channelHandle}`,
    upload_date: uploadedAt.toISOString().slice(0, 10).replaceAll('-', ''),
    is_live: video.liveNow,
    ...(video.captions.length > 0 ? { language: video.captions.find(({ isAutomatic }) => isAutomatic)?.language } : {}),
    ...captionsOfResolver(video, terms.requester, terms.behaviour),
    chapters: chaptersOf(video, video.statedSeconds ?? library.seconds),
  }
}

function recordedFormats(
  video: StandinVideo,
  { requester, behaviour }: PlayerCallTerms,
  library: MediaLibrary,
): ResolverFormat[] {
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + video.urlSeconds
  const terms = { seconds: library.seconds, expiresAtSeconds, requester }
  const hasUrls = getsUrls(video, requester.client, behaviour)
  const isDirect = hasUrls && !behaviour.noFormats && !behaviour.hlsOnly
  const directFormats = isDirect ? offeredFormats(library, video) : []
  const hasPlaylists = hasUrls && (behaviour.hlsOnly || behaviour.hlsAlso)
  const manifestUrl = makePlaylistUrl(video, null, terms)
  const formatsInPlaylists = hasPlaylists ? playlistFormats(video, library, terms) : []
  // The worst format comes first: audio only, then video by height.
  const descriptions = [
    ...formatsInPlaylists.map(
      (playlistFormat) => [playlistFormat.format, describePlaylistFormat(playlistFormat, manifestUrl)] as const,
    ),
    ...directFormats.map((format) => {
      const url = makeMediaUrl(video, format, terms)
      return [format, describeMediaFormat(format, url, library.seconds)] as const
    }),
  ].toSorted(([a], [b]) => (a.image?.height ?? 0) - (b.image?.height ?? 0))
  return [...describeStoryboards(video, library), ...descriptions.map(([, format]) => format)]
}

const CHAPTER_LINE_PATTERN = /^((?:\d+:)?\d+:\d\d) (.+)$/gm

/** Chapters from the list of times in the description; null: there is none. */
function chaptersOf({ description }: StandinVideo, seconds: number): object[] | null {
  const chapters = [...description.matchAll(CHAPTER_LINE_PATTERN)].map(([, time, title]) => ({
    start_time: time!.split(':').reduce((sum, part) => sum * 60 + Number(part), 0),
    title,
  }))
  const chaptersInside = chapters.filter(({ start_time }) => start_time < seconds)
  if (chaptersInside.length === 0) return null
  return chaptersInside.map((chapter, index) => ({
    ...chapter,
    end_time: chaptersInside[index + 1]?.start_time ?? seconds,
  }))
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
