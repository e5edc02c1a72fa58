import { formatsOffered, type MediaLibrary } from '../media/media-library.ts'
import type { StandinFormat } from '../media/standin-format.ts'
import { makeMediaUrl } from '../media-urls.ts'
import type { StandinVideo } from '../videos.ts'
import { liveManifestUrl } from './live-playlist.ts'

/** These are handed plain urls, as in 2026; the web clients learn what exists, but not where it is. */
const CLIENTS_GIVEN_URLS = /^(VISIONOS|ANDROID|IOS)$/i

/** What YouTube calls streamingData: every format offered, with its url if this client may have one. */
export function streamingData(video: StandinVideo, clientName: string, library: MediaLibrary): object {
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + video.urlSeconds
  const urlsGiven = video.urlsGiven && CLIENTS_GIVEN_URLS.test(clientName)
  const describe = (format: StandinFormat): object => ({
    ...describeStream(format, library.seconds),
    ...(urlsGiven ? { url: makeMediaUrl(video, format, { seconds: library.seconds, expiresAtSeconds }) } : {}),
  })
  const offered = formatsOffered(library, video.offer)
  const isMuxed = (format: StandinFormat) => format.image !== null && format.audio !== null
  return {
    expiresInSeconds: String(video.urlSeconds),
    formats: offered.filter(isMuxed).map(describe),
    adaptiveFormats: offered.filter((format) => !isMuxed(format)).map(describe),
    ...(urlsGiven || video.liveNow
      ? {}
      : { serverAbrStreamingUrl: 'https://rr1---sn-standin.googlevideo.com/videoplayback?sabr=1' }),
    ...(video.liveNow && CLIENTS_GIVEN_URLS.test(clientName)
      ? { hlsManifestUrl: liveManifestUrl(video.id, expiresAtSeconds) }
      : {}),
  }
}

function describeStream(format: StandinFormat, seconds: number): object {
  const { image, audio } = format
  return {
    itag: format.itag,
    mimeType: `${format.mimeType}; codecs="${format.codecs}"`,
    bitrate: format.bitrate,
    lastModified: '1700000000000000',
    contentLength: String(format.sizeBytes),
    averageBitrate: Math.round((format.sizeBytes * 8) / seconds),
    approxDurationMs: String(Math.round(seconds * 1000)),
    projectionType: 'RECTANGULAR',
    quality: image?.quality ?? 'tiny',
    ...(image
      ? { width: image.width, height: image.height, fps: image.framesPerSecond, qualityLabel: image.label }
      : {}),
    ...(audio
      ? {
          audioQuality: image ? 'AUDIO_QUALITY_LOW' : 'AUDIO_QUALITY_MEDIUM',
          audioSampleRate: String(audio.sampleRate),
          audioChannels: audio.channels,
          loudnessDb: -3.5,
        }
      : {}),
  }
}
