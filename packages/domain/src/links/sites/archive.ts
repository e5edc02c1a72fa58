import { linkTimes, type Site } from './site.ts'

/** Items with one file of video or audio, and single files of other items. */
export const archive: Site = {
  name: 'archive.org',
  domains: ['archive.org'],
  ytdlpDomains: [],
  extractors: { ArchiveOrg: 'archive.org' },
  videoOf(link) {
    const { host, path } = link
    const [kind = '', item = '', ...file] = path
    if (host !== 'archive.org' || !['details', 'embed'].includes(kind) || !/^[\w.-]{1,200}$/.test(item)) return null
    const id = [item, ...file.map(encodeURIComponent)].join('/')
    return { id, reference: `https://archive.org/details/${id}`, ...linkTimes(link) }
  },
  // Books and images have no player.
  ownMessages: [[/play-av tag not found/, 'not_media']],
}
