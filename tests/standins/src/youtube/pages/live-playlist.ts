export interface LiveVariant {
  itag: number
  width: number
  height: number
  bitsPerSecond: number
  url: string
}

const MANIFEST_PATH_PATTERN = /^\/api\/manifest\/hls_variant\/.*\/id\/([\w-]{11})\//
const PLAYLISTS = 'https://manifest.googlevideo.com/api/manifest/hls_playlist'

/** The variants of a live stream, smallest first. They have no playlists here, because no live stream is cut. */
export function liveVariants(videoId: string): LiveVariant[] {
  return [
    { itag: 91, width: 256, height: 144, bitsPerSecond: 200_000 },
    { itag: 93, width: 640, height: 360, bitsPerSecond: 600_000 },
  ].map((variant) => ({ ...variant, url: `${PLAYLISTS}/id/${videoId}/itag/${variant.itag}/playlist/index.m3u8` }))
}

export function liveManifestUrl(videoId: string, expiresAtSeconds: number): string {
  return (
    'https://manifest.googlevideo.com/api/manifest/hls_variant' +
    `/expire/${expiresAtSeconds}/id/${videoId}/source/yt_live_broadcast/file/index.m3u8`
  )
}

/** The id of the video whose live manifest this path names, or null. */
export function videoIdOfLiveManifest(path: string): string | null {
  return MANIFEST_PATH_PATTERN.exec(path)?.[1] ?? null
}

/** The multivariant playlist: one line of facts and one URL for each variant. */
export function livePlaylist(videoId: string): string {
  const lines = liveVariants(videoId).flatMap(({ width, height, bitsPerSecond, url }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bitsPerSecond},CODECS="mp4a.40.2,avc1.42001E",RESOLUTION=${width}x${height},FRAME-RATE=30`,
    url,
  ])
  return ['#EXTM3U', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}
