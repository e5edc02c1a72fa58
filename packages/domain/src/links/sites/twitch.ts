import { linkTimes, type Site } from './site.ts'

const SLUG_PATTERN = /^[\w-]{1,100}$/

/** Recordings and clips. Channels and running streams have no fixed range. */
export const twitch: Site = {
  name: 'Twitch',
  domains: ['twitch.tv'],
  ytdlpDomains: ['ttvnw.net'],
  extractors: { TwitchVod: 'twitch:vod', TwitchClips: 'twitch:clips' },
  videoOf(link) {
    const { host, path, query } = link
    const [first = '', second = '', thirdSegment = ''] = path
    const isPlayer = host === 'player.twitch.tv'
    const clip = host === 'clips.twitch.tv' ? (query.get('clip') ?? path.at(-1)) : clipIn(path)
    if (clip !== undefined && SLUG_PATTERN.test(clip) && !isPlayer)
      return { id: clip, reference: `https://clips.twitch.tv/${clip}` }
    const recording = isPlayer
      ? query.get('video')
      : ['videos', 'video'].includes(first)
        ? second
        : ['v', 'video', 'videos'].includes(second)
          ? thirdSegment
          : null
    const [, id] = /^v?(\d{1,20})$/.exec(recording ?? '') ?? []
    return id === undefined ? null : { id, reference: `https://www.twitch.tv/videos/${id}`, ...linkTimes(link) }
  },
  channelOf({ host, path: [name = '', ...furtherSegments] }) {
    const isChannel =
      ['twitch.tv', 'm.twitch.tv'].includes(host) && furtherSegments.length === 0 && /^\w{2,30}$/.test(name)
    return isChannel ? name.toLowerCase() : null
  },
  // The uploader of a recording is the channel. The uploader of a clip is the person who made it.
  channelLinks: ({ channel, uploaderId }) => [`https://www.twitch.tv/${channel ?? uploaderId ?? ''}`],
  // Twitch removes audio that infringes rights. Its playlist names the removed segments, which nobody gets.
  servingAddress: (address) => address.replace(/-unmuted(\.ts)(?=$|\?)/, '-muted$1'),
  leftOut: /^portrait/,
}

function clipIn(path: readonly string[]): string | undefined {
  const segmentIndex = path.indexOf('clip')
  return segmentIndex === 0 || segmentIndex === 1 ? path[segmentIndex + 1] : undefined
}
