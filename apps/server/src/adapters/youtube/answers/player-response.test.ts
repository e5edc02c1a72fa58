import { describe, expect, it } from 'vitest'
import { readPlayerResponse, verdictOfPlayer } from './player-response.ts'

const NOW = Date.parse('2026-11-28T18:00:00Z')
const START_TIME = '2026-12-24T20:30:00.000Z'
const START_SECONDS = String(Date.parse(START_TIME) / 1000)

const verdict = (status: object, fields: object = {}, page: object | null = null) => {
  const readResponse = (answer: object) => readPlayerResponse(answer)
  const player = readResponse({ playabilityStatus: status, ...fields })!
  return verdictOfPlayer(player, page && readResponse({ playabilityStatus: { status: 'OK' }, ...page }), NOW)
}
const offline = (slate: object, reason = 'Premiere am 24. Dezember') => ({
  status: 'LIVE_STREAM_OFFLINE',
  reason,
  liveStreamability: { liveStreamabilityRenderer: { offlineSlate: { liveStreamOfflineSlateRenderer: slate } } },
})
const broadcast = (liveBroadcastDetails: object) => ({
  microformat: { playerMicroformatRenderer: { liveBroadcastDetails } },
})
const offer = (offerId: string) => ({ playerLegacyDesktopYpcOfferRenderer: { offerId } })

describe('a video that does not play, with a reason in an unknown language', () => {
  it.each<[string, string, object, object?]>([
    [
      'video_age_restricted',
      'video',
      { status: 'LOGIN_REQUIRED', reason: 'Bestätige dein Alter', desktopLegacyAgeGateReason: 1 },
    ],
    ['video_age_restricted', 'video', { status: 'AGE_CHECK_REQUIRED', reason: '年齢を確認してください' }],
    ['video_age_restricted', 'video', { status: 'AGE_VERIFICATION_REQUIRED' }],
    ['source_bot_check', 'egress', { status: 'LOGIN_REQUIRED', reason: 'Bestätige, dass du kein Bot bist' }],
    ['source_bot_check', 'egress', { status: 'LOGIN_REQUIRED', errorScreen: { playerCaptchaViewModel: {} } }],
    ['video_private', 'unsure', { status: 'LOGIN_REQUIRED', messages: ['Это видео с ограниченным доступом.'] }],
    [
      'video_members_only',
      'video',
      { status: 'UNPLAYABLE', reason: 'Zostań członkiem', errorScreen: offer('sponsors_only_video') },
    ],
    ['video_paid', 'video', { status: 'UNPLAYABLE', reason: 'Zum Ausleihen', errorScreen: offer('rental') }],
    ['video_paid', 'video', { status: 'UNPLAYABLE', reason: 'Nur mit YouTube Premium' }],
    [
      'video_paid',
      'video',
      { status: 'UNPLAYABLE', errorScreen: { playerLegacyDesktopYpcTrailerRenderer: { trailerVideoId: 'x' } } },
    ],
    ['video_removed', 'unsure', { status: 'ERROR', reason: 'Dieses Video ist nicht mehr verfügbar' }],
    ['video_blocked', 'unsure', { status: 'UNPLAYABLE', reason: '此视频无法播放' }],
    [
      'video_region_blocked',
      'unsure',
      { status: 'UNPLAYABLE', reason: 'Nicht in deinem Land' },
      { microformat: { playerMicroformatRenderer: { availableCountries: ['DE', 'FR'] } } },
    ],
    ['source_failed', 'step', { status: 'SOMETHING_NEW', reason: 'Neu' }],
    ['source_failed', 'step', {}],
  ])('is %s, blamed on the %s, from the fields beside the sentence: %j', (code, blamedParty, status, fields = {}) => {
    expect(verdict(status, fields)).toMatchObject({ code, blame: blamedParty })
  })

  it('needs a sign-in or a confirmed warning', () => {
    expect(verdict({ status: 'LOGIN_REQUIRED', reason: 'Bitte anmelden' })).toMatchObject({
      code: 'video_blocked',
      blame: 'unsure',
      trouble: { reason: 'sign_in' },
    })
    // play-dl#58, ytarchive#270
    expect(verdict({ status: 'CONTENT_CHECK_REQUIRED', reason: '보시는 분들의 주의가 필요합니다.' })).toMatchObject({
      code: 'video_blocked',
      blame: 'unsure',
      trouble: { reason: 'content_warning' },
    })
  })

  it("is judged by YouTube's sentence first if it is a known one", () => {
    expect(
      verdict({
        status: 'ERROR',
        reason: 'Video unavailable',
        errorScreen: {
          playerErrorMessageRenderer: {
            reason: { simpleText: 'Video unavailable' },
            subreason: {
              runs: [
                { text: 'This video is restricted. ' },
                { text: 'Please check the network administrator restrictions.' },
              ],
            },
          },
        },
      }),
    ).toMatchObject({ code: 'video_blocked', trouble: { reason: 'restricted_mode' } })
  })
})

describe('a stream or premiere', () => {
  it('has a start time from the slate or the page, or none', () => {
    const upcomingVerdict = {
      code: 'video_upcoming',
      blame: 'video',
      trouble: { reason: 'starts_at', about: START_TIME },
    }
    expect(verdict(offline({ scheduledStartTime: START_SECONDS }))).toMatchObject(upcomingVerdict)
    expect(verdict(offline({ scheduledStartTime: START_SECONDS }, 'Premieres in 3 hours'))).toMatchObject(
      upcomingVerdict,
    )
    const upcoming = { videoDetails: { isUpcoming: true } }
    const page = broadcast({ startTimestamp: '2026-12-24T21:30:00+01:00' })
    expect(verdict({ status: 'LIVE_STREAM_OFFLINE' }, upcoming, page)).toMatchObject(upcomingVerdict)
    const verdictWithoutTime = verdict({ status: 'LIVE_STREAM_OFFLINE' }, upcoming)
    expect(verdictWithoutTime).toMatchObject({ code: 'video_upcoming', blame: 'video' })
    expect(verdictWithoutTime).not.toHaveProperty('trouble')
    for (const scheduledStartTime of ['1', '-5', 'soon', '1e300', null])
      expect(verdict(offline({ scheduledStartTime }), upcoming)).not.toHaveProperty('trouble')
  })

  it('is reported as ended if it has no recording yet', () => {
    const endedVerdict = { code: 'video_ended', blame: 'unsure' }
    const details = { videoDetails: { isLive: false, isUpcoming: false } }
    expect(verdict(offline({ scheduledStartTime: '1700000000' }, 'Der Livestream ist vorbei'), details)).toMatchObject(
      endedVerdict,
    )
    const endedStream = broadcast({ startTimestamp: '2026-11-28T10:00:00Z', endTimestamp: '2026-11-28T11:00:00Z' })
    expect(verdict({ status: 'LIVE_STREAM_OFFLINE' }, {}, endedStream)).toMatchObject(endedVerdict)
    // pytubefix#150: the status is OK, with a reason and without streaming data.
    expect(verdict({ status: 'OK', reason: 'This live event has ended.' }, details)).toMatchObject(endedVerdict)
    // streamlink#5350: the answer has streaming data and a reason.
    expect(
      verdict({ status: 'OK', reason: 'Es gibt ein Problem.' }, { streamingData: { hlsManifestUrl: 'x' } }),
    ).toBeNull()
  })
})
