import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

/** Ids of videos: for everybody, private, for some countries, with a playlist for browsers only. All others are gone. */
export const DAILYMOTION = { open: 'x5kesuj', private: 'x5kesuk', elsewhere: 'x5kesul', forBrowsers: 'x5kesum' }

const MEDIA = 'https://cdndirector.dailymotion.com'

const ERRORS: Readonly<Record<string, { code: string; title: string }>> = {
  [DAILYMOTION.private]: { code: 'DM010', title: 'This video is private.' },
  [DAILYMOTION.elsewhere]: { code: 'DM007', title: 'Video geo-restricted by the owner.' },
}

/** Answers as Dailymotion's GraphQL interface and its player do. */
export function dailymotionAnswer({ url, body }: SiteRequest): SiteAnswer | null {
  if (url.href === `${MEDIA}/browsers.m3u8`) return { status: 403, body: 'Forbidden' }
  if (url.pathname === '/oauth/token') return json({ access_token: 'token' })
  if (url.hostname === 'graphql.api.dailymotion.com') {
    const [, xid = ''] = /xid: \\"(\w+)\\"/.exec(body) ?? []
    if (!Object.values(DAILYMOTION).includes(xid))
      return json({ data: { media: null }, errors: [{ message: "Can't find object video for `id` parameter" }] })
    return json({ data: { media: { xid, geoblockedCountries: { allowed: ['FR'] }, stats: { views: { total: 9 } } } } })
  }
  const [, xid = ''] = /^\/player\/metadata\/video\/(\w+)$/.exec(url.pathname) ?? []
  if (ERRORS[xid]) return json({ error: ERRORS[xid] })
  if (xid === DAILYMOTION.forBrowsers) return json(metadataWith('browsers.m3u8'))
  return xid === DAILYMOTION.open ? json(metadataWith('separate.m3u8')) : null
}

const metadataWith = (playlist: string) => ({
  title: 'Office Christmas Party Review',
  duration: 4,
  created_time: 1_481_500_800,
  owner: { id: 'x1xm8ri', screenname: 'Deadline' },
  explicit: false,
  posters: { 720: 'https://s1.dmcdn.net/v/K456B1aXqIx58LKWQ/x720' },
  qualities: { auto: [{ type: 'application/x-mpegURL', url: `${MEDIA}/${playlist}` }] },
})
