import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import { SITE_IDS, type SiteId, siteOf } from '@kerf/domain/links/sites/sites'
import { describe, expect, it } from 'vitest'
import type { Blame } from '../resolver-step.ts'
import { parseSiteInfo } from './parse-site-info.ts'
import { RECORDED } from './recorded-answers.fixture.ts'
import { verdictOfSite } from './site-verdicts.ts'

const COOKIES = 'Use --cookies, --cookies-from-browser, --username and --password, --netrc-cmd, or --netrc (twitch) to'

/** Messages of yt-dlp by site, as its extractors write them. */
const MESSAGES: [SiteId, string, ErrorCode, Blame, RefusalReason?][] = [
  [
    'twitch',
    `[twitch:vod] 1: You must be logged into an account that has access to this subscriber-only content. ${COOKIES}`,
    'video_members_only',
    'video',
  ],
  ['twitch', '[twitch:vod] 1: Video 1 does not exist', 'video_removed', 'video'],
  // Anybody can choose the words in a link, so they decide nothing.
  [
    'soundcloud',
    '[soundcloud] person/buy-premium-not-found: Unable to download JSON metadata: HTTP Error 404: Not Found',
    'video_removed',
    'video',
  ],
  ['reddit', '[Reddit] abc12: Unsupported URL: https://shop.example/premium', 'not_media', 'video'],
  ['twitch', '[twitch:clips] Slug: This clip is no longer available', 'video_removed', 'video'],
  [
    'vimeo',
    '[vimeo] 1: Cannot download embed-only video without embedding URL. Please call yt-dlp with the URL of the page that embeds this video.',
    'video_blocked',
    'video',
    'embed_only',
  ],
  [
    'vimeo',
    '[vimeo] 1: This video is protected by a password, use the --video-password option',
    'video_private',
    'video',
    'password',
  ],
  ['vimeo', `[vimeo] 1: The web client only works when logged-in. ${COOKIES}`, 'video_blocked', 'video', 'sign_in'],
  [
    'vimeo',
    '[vimeo] 1: This request has been blocked due to its TLS fingerprint. Install a required impersonation dependency if possible',
    'source_bot_check',
    'egress',
    'site_refuses',
  ],
  [
    'vimeo',
    '[vimeo] 1: Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
    'video_removed',
    'video',
  ],
  ['dailymotion', '[dailymotion] x1: dailymotion said: This video is private.', 'video_private', 'video'],
  [
    'dailymotion',
    '[dailymotion] x1: dailymotion said: Content deleted. This video has been deleted.',
    'video_removed',
    'video',
  ],
  [
    'dailymotion',
    '[dailymotion] x1: dailymotion said: Password protected video.',
    'video_private',
    'video',
    'password',
  ],
  ['dailymotion', '[dailymotion] x1: Video geo-restricted by the owner.', 'video_region_blocked', 'video'],
  [
    'dailymotion',
    '[dailymotion] x1: The extractor is attempting impersonation, but none of these impersonate targets are available: firefox.',
    'source_bot_check',
    'egress',
    'site_refuses',
  ],
  ['dailymotion', "[dailymotion] x1: Can't find object video for `id` parameter", 'video_removed', 'video'],
  [
    'dailymotion',
    '[dailymotion] x1: This content is not available in your country. You might want to use a VPN or a proxy server (with --proxy) to workaround.',
    'video_region_blocked',
    'video',
  ],
  [
    'soundcloud',
    '[soundcloud] 1: This video is DRM protected. Try selecting another format',
    'video_blocked',
    'video',
    'drm',
  ],
  [
    'soundcloud',
    '[soundcloud] 1: This video is not available from your location due to geo restriction',
    'video_region_blocked',
    'video',
  ],
  [
    'soundcloud',
    '[soundcloud] a/b: Unable to download JSON metadata: HTTP Error 404: Not Found',
    'video_removed',
    'video',
  ],
  [
    'archive',
    '[archive.org] item: Unable to download webpage: HTTP Error 503: Service Unavailable',
    'source_failed',
    'step',
    'status',
  ],
  [
    'archive',
    '[archive.org] item: No video formats found!; please report this issue on https://example.org/issues',
    'video_blocked',
    'step',
    'site_refuses',
  ],
  [
    'archive',
    '[archive.org] item: Requested format is not available. Use --list-formats for a list of available formats',
    'video_blocked',
    'step',
    'site_refuses',
  ],
  [
    'archive',
    "[archive.org] book: An extractor error has occurred. (caused by HTMLParseError('opening play-av tag not found'))",
    'not_media',
    'video',
  ],
  ['archive', '[archive.org] item: Unable to download webpage: HTTP Error 404: Not Found', 'video_removed', 'video'],
  [
    'bluesky',
    '[Bluesky] 3l: Unable to download JSON metadata: HTTP Error 400: Bad Request (caused by <HTTPError 400: Bad Request>)',
    'video_removed',
    'video',
  ],
  [
    'bluesky',
    "[Bluesky] 3l: An extractor error has occurred. (caused by KeyError('post')); please report this issue",
    'video_removed',
    'video',
  ],
  ['bluesky', '[Bluesky] 3l: No video could be found in this post', 'not_media', 'video'],
  [
    'reddit',
    `[Reddit] 6r: Account authentication is required. ${COOKIES}`,
    'source_bot_check',
    'egress',
    'site_refuses',
  ],
  [
    'reddit',
    `[Reddit] 6r: Private subreddit; an account that has been approved is required. ${COOKIES}`,
    'video_private',
    'video',
  ],
  [
    'reddit',
    `[Reddit] 6r: Quarantined subreddit; an account that has opted in is required. ${COOKIES}`,
    'video_blocked',
    'video',
    'sign_in',
  ],
  ['reddit', '[Reddit] 6r: This video is processing', 'video_upcoming', 'video'],
  ['reddit', '[Reddit] 6r: No media found', 'not_media', 'video'],
  ['reddit', 'No suitable extractor (Generic) found for URL https://i.imgur.com/1.gifv', 'not_media', 'video'],
  [
    'streamable',
    '[Streamable] a: This video is currently unavailable. It may still be uploading or processing.',
    'video_upcoming',
    'video',
  ],
  [
    'streamable',
    '[Streamable] a: Unable to download JSON metadata: HTTP Error 404: Not Found',
    'video_removed',
    'video',
  ],
  ['ted', 'No suitable extractor (Youtube) found for URL tmHloU_xEJo', 'not_media', 'video'],
  ['ted', '[TedTalk] a: Unable to download webpage: HTTP Error 404: Not Found', 'video_removed', 'video'],
  [
    'ted',
    '[TedTalk] a: Unable to download webpage: HTTP Error 429: Too Many Requests',
    'source_rate_limited',
    'egress',
    'site_limits',
  ],
  ['x', '[twitter] 1: Error(s) while querying API: Bad guest token', 'source_failed', 'step'],
  ['x', '[twitter] 1: Media #1 is not a video', 'not_media', 'video'],
  ['x', `[twitter] 1: NSFW tweet requires authentication. ${COOKIES}`, 'video_age_restricted', 'video'],
  ['x', `[twitter] 1: You are not authorized to view this protected tweet. ${COOKIES}`, 'video_private', 'video'],
  ['x', '[twitter] 1: Twitter API says: This Post is from a suspended account. Learn more', 'video_removed', 'video'],
  ['x', '[twitter] 1: Requested tweet is unavailable', 'video_removed', 'video'],
  ['x', '[twitter] 1: No video could be found in this tweet', 'not_media', 'video'],
  [
    'x',
    '[twitter] 1: Unable to download JSON metadata: HTTP Error 403: Forbidden',
    'video_blocked',
    'step',
    'site_refuses',
  ],
  ['x', '[twitter] 1: Unable to download JSON metadata: timed out', 'source_timeout', 'step'],
  [
    'x',
    '[twitter] 1: Unable to download webpage: Tunnel connection failed: 593 No such name',
    'source_failed',
    'step',
    'dns',
  ],
  ['x', '[twitter] 1: Something new', 'source_failed', 'step'],
]

it.each(MESSAGES)('%s: %s', (id, message, code, blamedParty, reason) => {
  const verdict = verdictOfSite(`WARNING: [x] ignored\nERROR: ${message}\n`, siteOf(id))
  expect([verdict.code, verdict.blame, verdict.trouble?.reason]).toEqual([code, blamedParty, reason])
  if (reason && reason !== 'status') expect(verdict.trouble?.about).toBe(siteOf(id).name)
})

it.each(SITE_IDS)('%s has at least two refusals of its videos among these', (site) => {
  const codes = MESSAGES.flatMap(([id, , code, blamedParty]) => (id === site && blamedParty === 'video' ? [code] : []))
  expect(new Set(codes).size).toBeGreaterThanOrEqual(2)
})

it('a preceding warning refines the verdict', () => {
  const verdictAfter = (warning: string) =>
    verdictOfSite(
      `WARNING: [dailymotion] ${warning}\nERROR: [dailymotion] x1: No video formats found!`,
      siteOf('dailymotion'),
    )
  expect(verdictAfter('Failed to download m3u8 information: HTTP Error 429: Too Many Requests')).toMatchObject({
    code: 'source_rate_limited',
    blame: 'egress',
  })
  expect(verdictAfter('The extractor is attempting impersonation')).toMatchObject({ code: 'video_blocked' })
})

describe("yt-dlp's answer about a video", () => {
  const now = new Date('2026-11-30T12:00:00Z')
  const parseInfo = (id: SiteId, answer: object) => parseSiteInfo(answer, siteOf(id), now)
  const base = RECORDED.soundcloud.answer('https://media.example') as { formats: { format_id: string }[] }

  it('counts as paid if it has only a preview', () => {
    const formats = base.formats.filter(({ format_id }) => format_id.endsWith('_preview'))
    expect(parseInfo('soundcloud', { ...base, formats })).toMatchObject({
      ok: false,
      code: 'video_paid',
      trouble: { reason: 'only_preview', about: 'SoundCloud' },
    })
  })

  it('is refused if all its formats have DRM', () => {
    const formats = base.formats.map((format) => ({ ...format, has_drm: true }))
    expect(parseInfo('soundcloud', { ...base, formats })).toMatchObject({
      code: 'video_blocked',
      trouble: { reason: 'drm' },
    })
  })

  it('is refused if it has video only and may lack its audio', () => {
    const answer = RECORDED.reddit.answer('https://media.example') as { formats: { format_id: string }[] }
    const formats = answer.formats.filter(({ format_id }) => format_id === 'fallback')
    expect(parseInfo('reddit', { ...answer, formats })).toMatchObject({
      code: 'video_blocked',
      blame: 'step',
      trouble: { reason: 'site_refuses', about: 'Reddit' },
    })
  })

  it('leaves out upright copies, DASH segments and URLs that cannot be fetched', () => {
    const formats = ['720', 'portrait-720'].map((format_id) => ({
      format_id,
      url: `https://media.example/${format_id}.mp4`,
      protocol: 'https',
      height: 720,
    }))
    const otherMessages = [
      { format_id: 'dash', url: 'https://media.example/a.mpd', protocol: 'http_dash_segments' },
      { format_id: 'rtmp', url: 'rtmp://media.example/a', protocol: 'rtmp' },
      { format_id: 'ftp', url: 'ftp://media.example/a.mp4', protocol: 'https' },
    ]
    const answer = { id: '1', extractor_key: 'TwitchClips', title: 'A clip', formats: [...formats, ...otherMessages] }
    const parsedInfo = parseInfo('twitch', answer)
    expect(parsedInfo.ok && parsedInfo.answer.offer.files.map(({ id }) => id)).toEqual(['720'])
    expect(parsedInfo.ok && parsedInfo.answer.offer.playlists).toEqual([])
    expect(parseInfo('twitch', { ...answer, formats: otherMessages })).toMatchObject({ code: 'unsupported_media' })
  })

  it('is used until its URLs expire, for an hour at most', () => {
    const until = (url: string) => {
      const parsedInfo = parseInfo('x', {
        id: '1',
        extractor_key: 'Twitter',
        formats: [{ format_id: '1', url, protocol: 'https', ext: 'mp4' }],
      })
      return parsedInfo.ok && parsedInfo.answer.addressesExpireAt
    }
    const soon = now.getTime() / 1000 + 1200
    expect(until(`https://media.example/a.mp4?expires=${soon}`)).toBe('2026-11-30T12:15:00.000Z')
    expect(until(`https://media.example/exp=${soon}~acl=x/a.mp4`)).toBe('2026-11-30T12:15:00.000Z')
    expect(until(`https://media.example/a.mp4?token=%7B%22expires%22%3A${soon}%7D`)).toBe('2026-11-30T12:15:00.000Z')
    expect(until('https://media.example/a.mp4?expires=4102444800')).toBe('2026-11-30T13:00:00.000Z')
    expect(until('https://media.example/a.mp4')).toBe('2026-11-30T13:00:00.000Z')
  })

  it('may have any shape without a crash', () => {
    for (const answer of [null, 1, 'x', [], {}, { entries: [1, 2] }, { entries: [null] }, { extractor_key: 'Twitter' }])
      expect(parseInfo('x', answer as object)).toMatchObject({ ok: false })
  })
})
