import type { SiteAnswer, SiteRequest } from './site-answer.ts'

/** Names of talks: on TED itself, and one that TED shows from YouTube. All others are gone. */
export const TED = { talk: 'candace_parker_how_to_break_down_barriers', onYoutube: 'spencer_wells_a_family_tree' }

/** Answers as ted.com does: a page with the talk's data. */
export function tedAnswer({ url }: SiteRequest): SiteAnswer | null {
  const name = url.pathname.split('/').at(-1)
  if (name === TED.talk) return page({ resources: { hls: { stream: 'https://hls.ted.com/separate.m3u8' } } })
  if (name === TED.onYoutube) return page({ resources: {}, external: { service: 'YouTube', code: 'tmHloU_xEJo' } })
  return null
}

function page(player: object): SiteAnswer {
  const videoData = {
    id: '86532',
    title: 'How to break down barriers',
    presenterDisplayName: 'Candace Parker',
    duration: 4,
    publishedAt: '2022-01-14T00:00:00Z',
    playerData: JSON.stringify({ ...player, thumb: 'https://pi.tedcdn.com/1.jpg' }),
  }
  const data = JSON.stringify({ props: { pageProps: { videoData } } })
  return { body: `<html><script id="__NEXT_DATA__" type="application/json">${data}</script></html>` }
}
