import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

/** Ids of posts: with two videos, for adults, protected, of a suspended account. All others are gone. */
export const X = { videos: '1577855540407197696', forAdults: '2', protected: '3', suspended: '4' }

/** Answers as X's interface for its own page does: a token for a guest, then the post. */
export function xAnswer({ url }: SiteRequest): SiteAnswer | null {
  if (url.pathname === '/1.1/guest/activate.json') return json({ guest_token: '1' })
  if (!url.pathname.endsWith('/TweetResultByRestId')) return null
  const { tweetId } = JSON.parse(url.searchParams.get('variables') ?? '{}') as { tweetId?: string }
  const result = RESULTS[tweetId ?? '']
  return json({ data: { tweetResult: result ? { result } : {} } })
}

const variants = [
  { content_type: 'application/x-mpegURL', url: 'https://video.twimg.com/separate.m3u8' },
  { content_type: 'video/mp4', bitrate: 832_000, url: 'https://video.twimg.com/vid/160x96/video.mp4' },
]
const media = ['1', '2'].map((id_str) => ({
  type: 'video',
  id_str,
  media_url_https: 'https://pbs.twimg.com/media/1.jpg',
  sizes: { small: { w: 680, h: 408 } },
  video_info: { duration_millis: 4000, variants },
}))

const RESULTS: Readonly<Record<string, object>> = {
  [X.videos]: {
    __typename: 'Tweet',
    core: { user_results: { result: { legacy: { name: 'oshtru', screen_name: 'oshtru' } } } },
    legacy: { full_text: 'gm', created_at: 'Thu Oct 06 03:00:00 +0000 2022', extended_entities: { media } },
  },
  [X.forAdults]: { __typename: 'TweetUnavailable', reason: 'NsfwLoggedOut' },
  [X.protected]: { __typename: 'TweetUnavailable', reason: 'Protected' },
  [X.suspended]: {
    __typename: 'TweetTombstone',
    tombstone: { text: { text: 'This Post is from a suspended account. Learn more' } },
  },
}
