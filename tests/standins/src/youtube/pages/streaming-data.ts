import type { ClientBehaviour, Requester } from '../client-behaviour.ts'
import type { MediaLibrary } from '../media/media-library.ts'
import type { StandinFormat } from '../media/standin-format.ts'
import { makeMediaUrl, makePlaylistUrl } from '../media-urls.ts'
import { isHdr, offeredFormats } from '../offered-formats.ts'
import type { StandinVideo } from '../videos.ts'
import { liveManifestUrl } from './live-playlist.ts'

/** Clients that get plain URLs, as in 2026. Web clients get the same formats without URLs. */
const CLIENTS_WITH_URLS_PATTERN = /^(VISIONOS|ANDROID|IOS|WEB_EMBEDDED_PLAYER|TVHTML5)$/i

export const getsUrls = (video: StandinVideo, client: string, behaviour: ClientBehaviour): boolean =>
  video.givesUrls && !behaviour.sabrOnly && CLIENTS_WITH_URLS_PATTERN.test(client)

/** YouTube's streamingData: every offered format, with its URL if this client may have it. */
export function streamingData(
  video: StandinVideo,
  requester: Requester,
  behaviour: ClientBehaviour,
  library: MediaLibrary,
): object {
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + video.urlSeconds
  const hasUrls = getsUrls(video, requester.client, behaviour)
  const terms = { seconds: library.seconds, expiresAtSeconds, requester }
  const describe = (format: StandinFormat): object => ({
    ...describeStream(format, library.seconds),
    ...(hasUrls ? { url: makeMediaUrl(video, format, terms) } : {}),
  })
  const listedFormats = behaviour.noFormats || behaviour.hlsOnly ? [] : offeredFormats(library, video)
  const isMuxed = (format: StandinFormat) => format.image !== null && format.audio !== null
  const hasPlaylists = video.liveNow || behaviour.hlsOnly || behaviour.hlsAlso
  return {
    expiresInSeconds: String(video.urlSeconds),
    formats: listedFormats.filter(isMuxed).map(describe),
    adaptiveFormats: listedFormats.filter((format) => !isMuxed(format)).map(describe),
    ...(hasUrls || video.liveNow
      ? {}
      : { serverAbrStreamingUrl: 'https://rr1---sn-standin.googlevideo.com/videoplayback?sabr=1' }),
    ...(hasPlaylists && CLIENTS_WITH_URLS_PATTERN.test(requester.client)
      ? {
          hlsManifestUrl: video.liveNow
            ? liveManifestUrl(video.id, expiresAtSeconds)
            : makePlaylistUrl(video, null, terms),
        }
      : {}),
  }
}

const HDR_COLORS = {
  primaries: 'COLOR_PRIMARIES_BT2020',
  transferCharacteristics: 'COLOR_TRANSFER_CHARACTERISTICS_SMPTEST2084',
  matrixCoefficients: 'COLOR_MATRIX_BT2020_NCL',
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
    ...(isHdr(format) ? { colorInfo: HDR_COLORS } : {}),
    ...(audio
      ? {
          audioQuality: image ? 'AUDIO_QUALITY_LOW' : 'AUDIO_QUALITY_MEDIUM',
          audioSampleRate: String(audio.sampleRate),
          audioChannels: audio.channels,
          loudnessDb: -3.5,
        }
      : {}),
    ...(format.audioTrack ? { audioTrack: format.audioTrack } : {}),
  }
}
