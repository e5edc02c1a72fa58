import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

/** Keys of posts: with a video, with text only, of a person who is blocked. All others are gone. */
export const BLUESKY_POSTS = { video: '3l4omssdl632g', words: '3l4omssdl633h', blocked: '3l4omssdl634j' }

const DID = 'did:plc:pzdr5ylumf7vmvwasrpr5bf2'

/** Answers as Bluesky's public interface and the directory of its accounts do. */
export function blueskyAnswer({ url }: SiteRequest): SiteAnswer | null {
  if (url.hostname === 'plc.directory') return json({ service: [] })
  if (!url.pathname.endsWith('/app.bsky.feed.getPostThread')) return null
  const uri = url.searchParams.get('uri') ?? ''
  const key = uri.split('/').at(-1)
  if (key === BLUESKY_POSTS.blocked)
    return json({ thread: { $type: 'app.bsky.feed.defs#blockedPost', uri, blocked: true } })
  if (key === BLUESKY_POSTS.words) return json({ thread: { post: { ...post, uri } } })
  if (key !== BLUESKY_POSTS.video) return json({ error: 'NotFound', message: `Post not found: ${uri}` }, 400)
  return json({ thread: { post: { ...post, uri, embed } } })
}

const post = {
  author: { did: DID, handle: 'blu3blue.bsky.social', displayName: 'Blu3Blu3Lilith' },
  record: { text: 'OMG WE HAVE VIDEOS NOW' },
  indexedAt: '2024-09-22T17:00:00.000Z',
  labels: [],
}

const embed = {
  $type: 'app.bsky.embed.video#view',
  cid: 'bafkreihkfivl5hkuo5aqi3i4lk2vkw3gu4ekhpqulqzhrjqgjdzmmcyezm',
  playlist: 'https://video.bsky.app/separate.m3u8',
  thumbnail: 'https://video.bsky.app/thumbnail.jpg',
  aspectRatio: { width: 160, height: 96 },
}
