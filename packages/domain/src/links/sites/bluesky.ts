import type { Site } from './site.ts'

const PROFILE_PATTERN = /^(?:did:[a-z]+:[\w.:-]{1,200}|[a-z\d.-]{3,253})$/i

export const bluesky: Site = {
  name: 'Bluesky',
  domains: ['bsky.app'],
  ytdlpDomains: ['bsky.social', 'plc.directory'],
  extractors: { Bluesky: 'bluesky' },
  videoOf({ host, path: [profile = '', name = '', post = '', key = ''] }) {
    const isPost = host === 'bsky.app' && profile === 'profile' && post === 'post'
    if (!isPost || !PROFILE_PATTERN.test(name) || !/^[a-z\d]{5,20}$/.test(key)) return null
    // The name may be a handle or an id, so only the key identifies the post.
    return { id: key, reference: `https://bsky.app/profile/${name}/post/${key}` }
  },
  channelOf({ host, path: [profile = '', name = '', ...furtherSegments] }) {
    const isProfile =
      host === 'bsky.app' && profile === 'profile' && furtherSegments.length === 0 && PROFILE_PATTERN.test(name)
    return isProfile ? name.toLowerCase() : null
  },
  // The upload itself and its captions are on a server that the account names, which may be any host.
  leftOut: /^blob$/,
  hasNoCaptions: true,
  // A deleted post is status 400. A post of a person who is blocked comes without the post.
  ownMessages: [[/http error 400|keyerror\('post'\)/, 'video_removed']],
}
