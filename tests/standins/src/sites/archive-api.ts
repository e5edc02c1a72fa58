import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

/** Names of items: a film, a film for people with an account, a book. All others are gone. */
export const ARCHIVE = { film: 'XD300-23_68Highlights', forAccounts: 'lent-film', book: 'a-book' }

const FILE = 'video.mp4'

/** Answers as archive.org does: a page with the player, and the metadata of an item. */
export function archiveAnswer({ url }: SiteRequest): SiteAnswer | null {
  const [, part = '', item = ''] = url.pathname.split('/')
  if (!Object.values(ARCHIVE).includes(item)) return null
  if (part === 'embed') return { body: item === ARCHIVE.book ? '<book-reader></book-reader>' : player }
  if (part !== 'metadata') return null
  const isPrivate = item === ARCHIVE.forAccounts
  return json({
    metadata: { identifier: item, title: '1968 Demo', adder: 'someone@archive.org', publicdate: '2002-06-01 00:00:00' },
    files: [
      { name: FILE, format: 'h.264', source: 'original', length: '4', ...(isPrivate && { private: 'true' }) },
      { name: 'thumbnail.jpg', format: 'Thumbnail', source: 'derivative', original: FILE },
    ],
  })
}

const player = `<!DOCTYPE html><html><body><play-av playlist='${JSON.stringify([{ orig: FILE, title: 'A reel' }])}'></play-av></body></html>`
