import type { SiteAnswer, SiteRequest } from './site-answer.ts'

const MEDIA = 'https://vod-adaptive-ak.vimeocdn.com'

/** Ids of videos: for everybody, unlisted with its hash, for certain pages, with a password. */
export const VIMEO = {
  open: '76979871',
  unlisted: '76979872',
  hash: '8272103f6e',
  embedOnly: '76979873',
  password: '76979874',
}

/** Answers as player.vimeo.com does: a page with the player's configuration. */
export function vimeoAnswer({ url }: SiteRequest): SiteAnswer | null {
  const [, id] = /^\/video\/(\d+)$/.exec(url.pathname) ?? []
  if (id === VIMEO.embedOnly)
    return { status: 403, body: 'Because of its privacy settings, this video cannot be played here.' }
  if (id === VIMEO.password) return page({ view: 4, video: { id: Number(id) } })
  const isOpen = id === VIMEO.open || (id === VIMEO.unlisted && url.searchParams.get('h') === VIMEO.hash)
  return isOpen ? page(configOf(Number(id))) : null
}

const page = (config: object): SiteAnswer => ({
  body: `<!DOCTYPE html><html><body><script>window.playerConfig = ${JSON.stringify(config)}</script></body></html>`,
})

const configOf = (id: number) => ({
  view: 1,
  video: {
    id,
    title: 'The New Vimeo Player',
    duration: 4,
    owner: { name: 'Vimeo', url: 'https://vimeo.com/staff' },
    thumbs: { 640: `${MEDIA}/640.jpg` },
  },
  request: {
    files: {
      hls: { cdns: { akfire: { url: `${MEDIA}/separate.m3u8` } } },
      dash: { cdns: { akfire: { url: `${MEDIA}/none/master.json` } } },
    },
    text_tracks: [{ lang: 'de', url: `${MEDIA}/captions.vtt` }],
  },
  embed: {
    chapters: [
      { title: 'Beginning', timecode: 0 },
      { title: 'End', timecode: 2 },
    ],
  },
})
