import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

/**
 * Ids of posts: with a video, with an image of another site, in a private community, with manifests for browsers only.
 * All others are gone.
 */
export const REDDIT = { video: '6rrwyj', elsewhere: '6t7wi5', private: '6rrwyk', forBrowsers: '6rrwyl' }

const MEDIA = 'https://v.redd.it/zv89llsvexdz'
const BROWSERS = 'https://v.redd.it/browsers'

/** Answers as Reddit does: a session, then the post as JSON. */
export function redditAnswer({ url }: SiteRequest): SiteAnswer | null {
  if (url.hostname === 'old.reddit.com') return { body: 'A session', cookie: 'loid=1; domain=.reddit.com; path=/' }
  if (url.href.startsWith(BROWSERS)) return { status: 403, body: 'Blocked' }
  if (url.hostname === 'v.redd.it')
    return url.pathname.endsWith('.mpd') ? { type: 'application/dash+xml', body: mpd } : null
  const [, id] = /^\/comments\/(\w+)\/\.json$/.exec(url.pathname) ?? []
  if (id === REDDIT.private) return json({ error: 403, reason: 'private' }, 403)
  if (id === REDDIT.elsewhere) return json(listing({ url: 'https://i.imgur.com/1.gifv' }))
  if (id === REDDIT.forBrowsers) return json(listing(videoAt(BROWSERS)))
  return id === REDDIT.video ? json(listing(videoAt(MEDIA))) : null
}

const listing = (fields: object) => [{ data: { children: [{ data: { ...post, ...fields } }] } }]

const post = {
  title: 'That small heart attack.',
  author: 'Antw87',
  subreddit: 'videos',
  over_18: false,
  created_utc: 1,
}

const videoAt = (url: string) => ({
  url,
  secure_media: {
    reddit_video: {
      fallback_url: `${url}/frames.mp4`,
      dash_url: `${url}/DASHPlaylist.mpd`,
      hls_url: `${url}/HLSPlaylist.m3u8`,
      height: 96,
      width: 160,
      duration: 4,
    },
  },
})

/** Reddit's manifests name whole files, one of them with only the audio. */
const mpd = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT4S" type="static"><Period>
<AdaptationSet contentType="video"><Representation id="1" bandwidth="400000" codecs="avc1.64000b" width="160" height="96" mimeType="video/mp4"><BaseURL>frames.mp4</BaseURL><SegmentBase indexRange="800-900"/></Representation></AdaptationSet>
<AdaptationSet contentType="audio"><Representation id="2" bandwidth="128000" codecs="mp4a.40.2" audioSamplingRate="48000" mimeType="audio/mp4"><BaseURL>audio.mp4</BaseURL><SegmentBase indexRange="800-900"/></Representation></AdaptationSet>
</Period></MPD>`
