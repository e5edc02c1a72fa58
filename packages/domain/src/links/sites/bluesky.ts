import type { Site } from './site.ts'

const PROFILE = /^(?:did:[a-z]+:[\w.:%-]{1,200}|[a-z\d.-]{3,253})$/i

export const bluesky: Site = {
  name: 'Bluesky',
  domains: ['bsky.app'],
  askedDomains: ['bsky.social', 'plc.directory'],
  extractors: { Bluesky: 'bluesky' },
  videoOf({ host, path: [profile = '', name = '', post = '', key = ''] }) {
    const isPost = host === 'bsky.app' && profile === 'profile' && post === 'post'
    if (!isPost || !PROFILE.test(name) || !/^[a-z\d]{5,20}$/.test(key)) return null
    // The key is unique. The name may be a handle or an id.
    return { id: key, reference: `https://bsky.app/profile/${name}/post/${key}` }
  },
  channelOf({ host, path: [profile = '', name = '', ...others] }) {
    const isProfile = host === 'bsky.app' && profile === 'profile' && others.length === 0 && PROFILE.test(name)
    return isProfile ? name.toLowerCase() : null
  },
  // The file is the upload itself, from a server that sends it only as a whole.
  prefersPlaylist: true,
}
