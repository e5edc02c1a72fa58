import { linkTimes, type Site } from './site.ts'

export const dailymotion: Site = {
  name: 'Dailymotion',
  domains: ['dailymotion.com', 'dai.ly'],
  ytdlpDomains: ['dmcdn.net'],
  extractors: { Dailymotion: 'dailymotion' },
  videoOf(link) {
    const { host, path, query } = link
    const segmentIndex = path.indexOf('video')
    const isPlayer = path.at(-1)?.startsWith('player') || path.includes('player')
    const videoIdSegment =
      host === 'dai.ly' ? path[0] : isPlayer ? query.get('video') : segmentIndex < 0 ? null : path[segmentIndex + 1]
    const [id] = /^[a-z\d]{5,20}(?=_|$)/i.exec(videoIdSegment ?? '') ?? []
    return id === undefined ? null : { id, reference: `https://www.dailymotion.com/video/${id}`, ...linkTimes(link) }
  },
  ownMessages: [[/can't find object/, 'video_removed']],
}
