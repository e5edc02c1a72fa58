import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

const CLIENT_ID = 'a'.repeat(32)
const API = 'https://api-v2.soundcloud.com'
const MEDIA = 'https://playback.media-streaming.soundcloud.cloud'

/** Tracks of one person: for everybody, for subscribers, and with DRM only. */
export const SOUNDCLOUD = { open: 'a-track', forSubscribers: 'a-preview', encrypted: 'encrypted' }

/** Answers as soundcloud.com, its scripts and its API do. */
export function soundcloudAnswer({ url }: SiteRequest): SiteAnswer | null {
  if (url.hostname === 'soundcloud.com')
    return { body: '<script crossorigin src="https://a-v2.sndcdn.com/assets/0-1.js"></script>' }
  if (url.hostname === 'a-v2.sndcdn.com') return { type: 'text/javascript', body: `var a={client_id:"${CLIENT_ID}"}` }
  if (url.searchParams.get('client_id') !== CLIENT_ID) return json({}, 401)
  if (url.pathname === '/resolve') {
    const name = URL.parse(url.searchParams.get('url') ?? '')?.pathname.split('/')[2] ?? ''
    const transcodings = TRANSCODINGS[name]
    return transcodings ? json({ ...track, title: name, media: { transcodings } }) : json({}, 404)
  }
  return url.pathname.startsWith('/media/') ? json({ url: `${MEDIA}/audio/index.m3u8` }) : null
}

const transcoding = (preset: string, protocol: string, isSnipped = false) => ({
  url: `${API}/media/soundcloud:tracks:1/${preset}/${isSnipped ? 'preview' : 'stream'}/${protocol}`,
  preset,
  snipped: isSnipped,
  quality: 'sq',
  format: { protocol, mime_type: 'audio/mp4; codecs="mp4a.40.2"' },
})

const TRANSCODINGS: Readonly<Record<string, object[]>> = {
  [SOUNDCLOUD.open]: [transcoding('aac_160k', 'hls'), transcoding('abr_sq', 'hls')],
  [SOUNDCLOUD.forSubscribers]: [transcoding('aac_160k', 'hls', true)],
  [SOUNDCLOUD.encrypted]: [transcoding('aac_256k', 'ctr-encrypted-hls')],
}

const track = {
  id: 62_986_583,
  duration: 4000,
  permalink_url: 'https://soundcloud.com/someone/a-track',
  user: { id: 1, username: 'Someone', permalink_url: 'https://soundcloud.com/someone' },
  created_at: '2012-10-11T00:00:00Z',
  playback_count: 9,
  policy: 'ALLOW',
}
