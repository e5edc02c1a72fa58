import { describe, expect, it } from 'vitest'
import { parseVideoInfo } from './parse-video-info.ts'

const VIDEO_ID = 'dQw4w9WgXcQ'
const media = (itag: string, expire = 1_800_000_000): string =>
  `https://rr1---sn-abc.googlevideo.com/videoplayback?expire=${expire}&itag=${itag}`
const video = (itag: string, overrides: object = {}) => ({
  format_id: itag,
  url: media(itag),
  protocol: 'https',
  ext: 'mp4',
  vcodec: 'avc1.640028',
  acodec: 'none',
  width: 1920,
  height: 1080,
  fps: 30,
  tbr: 2700.5,
  filesize: 10_000_000,
  http_headers: { 'User-Agent': 'Mozilla/5.0' },
  ...overrides,
})
const audio = (itag: string, overrides: object = {}) =>
  video(itag, { ext: 'm4a', vcodec: 'none', acodec: 'mp4a.40.2', width: null, height: null, fps: null, ...overrides })
const storyboard = (id: string, width: number, height: number, overrides: object = {}) => ({
  format_id: id,
  protocol: 'mhtml',
  ext: 'mhtml',
  vcodec: 'none',
  acodec: 'none',
  width,
  height,
  rows: 5,
  columns: 5,
  fps: 0.5,
  url: 'https://i.ytimg.com/sb/x/M$M.jpg',
  fragments: [0, 1, 2].map((sheet) => ({ url: `https://i.ytimg.com/sb/x/${width}/M${sheet}.jpg`, duration: 50 })),
  ...overrides,
})
const infoOf = (fields: object = {}) => ({
  id: VIDEO_ID,
  title: 'A title',
  duration: 120,
  formats: [video('137')],
  ...fields,
})

function parseInfo(fields: object = {}) {
  const result = parseVideoInfo(infoOf(fields), VIDEO_ID, 'yt-dlp')
  if (!result.ok) throw new Error(`refused as ${result.code}`)
  return result.video
}
const renditionIds = (...formats: object[]): string[] => parseInfo({ formats }).renditions.map(({ id }) => id)

describe('the facts of yt-dlp about a video', () => {
  it("become Kerf's own facts", () => {
    expect(
      parseInfo({
        channel: 'A channel',
        channel_id: 'UCuAXFkgsw1L7xaCfnd5JJOw',
        uploader_id: '@AChannel',
        view_count: 1234,
        upload_date: '20260819',
        formats: [video('137'), audio('140')],
      }),
    ).toEqual({
      title: 'A title',
      durationSeconds: 120,
      thumbnailAddress: `https://i.ytimg.com/vi/${VIDEO_ID}/hqdefault.jpg`,
      channel: 'A channel',
      channelIds: ['UCuAXFkgsw1L7xaCfnd5JJOw', '@achannel'],
      views: 1234,
      publishedAt: '2026-08-19',
      filmstrip: null,
      captions: [],
      chapters: [],
      heat: [],
      audioTracks: [],
      addressesExpireAt: new Date((1_800_000_000 - 300) * 1000).toISOString(),
      renditions: [
        {
          id: '137',
          carries: 'video',
          container: 'mp4',
          videoCodec: 'avc1.640028',
          audioCodec: null,
          width: 1920,
          height: 1080,
          frameRate: 30,
          bitrate: 2_700_500,
          sizeBytes: 10_000_000,
          audioPreference: 0,
          address: media('137'),
          headers: { 'User-Agent': 'Mozilla/5.0' },
        },
        expect.objectContaining({
          id: '140',
          carries: 'audio',
          videoCodec: null,
          audioCodec: 'mp4a.40.2',
          frameRate: null,
        }),
      ],
    })
  })

  const timedText = (query: string) => `https://www.youtube.com/api/timedtext?v=${VIDEO_ID}&${query}`
  const files = (query: string, name = 'A name') => [
    { ext: 'vtt', url: timedText(`${query}&fmt=vtt`), name },
    { ext: 'json3', url: timedText(`${query}&fmt=json3`), name },
  ]

  it('list human-made captions first, in the spoken language, and automatic ones once', () => {
    const { captions } = parseInfo({
      language: 'pt',
      subtitles: {
        de: files('lang=de', 'Deutsch'),
        'pt-BR-x1Yz': files('lang=pt-BR&name=x1Yz', 'Português'),
        live_chat: [{ ext: 'json', url: 'https://www.youtube.com/live_chat', name: 'chat' }],
      },
      automatic_captions: {
        'pt-orig': files('lang=pt&kind=asr', 'Portuguese (Original)'),
        pt: files('lang=pt&kind=asr', 'Portuguese'),
        en: files('lang=pt&kind=asr&tlang=en', 'English'),
      },
    })
    expect(captions!.map(({ id, label, isAutomatic }) => [id, label, isAutomatic])).toEqual([
      ['pt-BR', 'Português', false],
      ['pt-auto', 'Portuguese (automatic)', true],
      ['de', 'Deutsch', false],
    ])
    expect(captions!.map(({ address }) => new URL(address).searchParams.get('fmt'))).toEqual([
      'json3',
      'json3',
      'json3',
    ])
  })

  it('leave out captions from other hosts or in unreadable formats', () => {
    const { captions } = parseInfo({
      subtitles: {
        en: [{ ext: 'json3', url: 'https://example.org/api/timedtext?lang=en', name: 'x' }],
        fr: [{ ext: 'json3', url: timedText('lang=fr').replace('https', 'http'), name: 'x' }],
        es: [{ ext: 'ass', url: timedText('lang=es'), name: 'x' }],
        it: 'none',
      },
      automatic_captions: [],
    })
    expect(captions).toEqual([])
  })

  it("have yt-dlp's chapters, but never a single one", () => {
    const chapter = (start_time: number, end_time: number, title: unknown) => ({ start_time, end_time, title })
    const chapters = [chapter(0, 10, '<Untitled Chapter 1>'), chapter(10, 60, 'B\u202e'), chapter(60, 120, null)]
    expect(parseInfo({ chapters }).chapters).toEqual([
      { title: 'Chapter 1', startTime: 0, endTime: 10 },
      { title: 'B', startTime: 10, endTime: 60 },
      { title: '3', startTime: 60, endTime: 120 },
    ])
    for (const strange of [[chapter(0, 120, 'All')], [{ start_time: 'x' }, null, chapter(5, 3, 'x')], 'x', null])
      expect(parseInfo({ chapters: strange }).chapters).toEqual([])
  })

  it('have audio tracks if there are several, with described ones named', () => {
    const track = (id: string, language: string | null, language_preference: number) =>
      audio(id, { language, language_preference })
    const muxedFile = {
      format_id: '18',
      url: media('18'),
      protocol: 'https',
      ext: 'mp4',
      vcodec: 'avc1',
      acodec: 'mp4a',
    }
    const formats = [
      track('140-0', 'en-desc', -10),
      track('140-1', 'fr', -1),
      track('140-2', 'en', 10),
      video('137'),
      muxedFile,
    ]
    const { audioTracks, renditions } = parseInfo({ formats })
    expect(audioTracks).toEqual([
      { id: 'en', language: 'en', label: 'English', isOriginal: true },
      { id: 'fr', language: 'fr', label: 'French', isOriginal: false },
      { id: 'en-desc', language: 'en', label: 'English (descriptive)', isOriginal: false },
    ])
    expect(renditions.map(({ id, audioTrack }) => `${id} ${audioTrack}`)).toEqual([
      '140-0 en-desc',
      '140-1 fr',
      '140-2 en',
      '137 undefined',
      '18 en',
    ])
    expect(parseInfo({ formats: [track('140', 'en', 10), track('251', 'en', 10)] }).audioTracks).toEqual([])
  })

  it('keep any hostile title, except for direction marks', () => {
    const title = '--exec=touch x; $(id) <script>alert(1)</script> ../../etc/passwd \u202Egnp.exe'
    expect(parseInfo({ title }).title).toBe(title.replace('\u202E', ' '))
  })

  it.each([
    { uploader_id: 'UCuAXFkgsw1L7xaCfnd5JJOw', uploader_url: 'https://www.youtube.com/@AChannel' },
    { channel_url: 'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw', uploader_id: '@AChannel' },
    {
      channel_id: 'UCuAXFkgsw1L7xaCfnd5JJOw',
      uploader_id: 'achannel',
      uploader_url: 'http://www.youtube.com/@achannel',
    },
  ])('find the channel in any field: %j', (fields) => {
    expect(parseInfo(fields).channelIds?.toSorted()).toEqual(['@achannel', 'UCuAXFkgsw1L7xaCfnd5JJOw'])
  })

  it.each([{ channel: null }, { channel: 7, view_count: 'many', upload_date: 'soon', thumbnails: 'x' }, {}])(
    'may lack details or have strange ones: %j',
    (fields) => {
      expect(parseInfo(fields)).toMatchObject({ channel: null, channelIds: [], views: null, publishedAt: null })
    },
  )

  it.each(['20261319', '2026', 'x'])('have no date if it is %j', (upload_date) => {
    expect(parseInfo({ upload_date }).publishedAt).toBeNull()
  })
})

describe('the renditions', () => {
  it('come from direct addresses only, as newer and older versions name them', () => {
    expect(
      renditionIds(
        video('137'),
        video('136', { protocol: 'http_dash_segments', fragments: [{ url: media('136') }] }),
        video('96', { protocol: 'm3u8_native', url: 'https://manifest.googlevideo.com/api/manifest/hls_playlist/x' }),
        video('1', { protocol: 'http_dash_segments', url: 'https://manifest.googlevideo.com/api/manifest/dash/x' }),
        video('2', { url: null }),
        video('3', { url: 'http://rr1.googlevideo.com/videoplayback' }),
        video('4', { url: 'https://evil.kerf-tests.org/videoplayback' }),
        video('5', { url: 'https://127.0.0.1/videoplayback' }),
        video('6', { url: 'not an address' }),
        storyboard('sb0', 160, 90),
      ),
    ).toEqual(['137', '136'])
  })

  it('leave out protected, upscaled and unreadable formats', () => {
    expect(
      renditionIds(
        video('137'),
        video('a', { has_drm: true }),
        video('b', { has_drm: 'maybe' }),
        video('c', { has_drm: false }),
        video('399-sr', {}),
        video('d', { format_note: '1080p, AI-upscaled' }),
        video('e', { vcodec: 'none' }),
        { formats: 'none' },
      ),
    ).toEqual(['137', 'c'])
  })

  it('prefer the original language, and SDR or HDR as YouTube does', () => {
    const preferences = parseInfo({
      formats: [
        audio('140', { language_preference: 10 }),
        audio('140-drc', { language_preference: 10 }),
        audio('140-1', { language_preference: -1 }),
        audio('141', { language_preference: 10, format_note: 'medium, DRC' }),
        audio('142'),
      ],
    }).renditions.map(({ audioPreference }) => audioPreference)
    expect(preferences).toEqual([10, 9, -1, 9, 0])
  })

  it('expire with the earliest of them', () => {
    const formats = [
      video('137', { url: media('137', 1_800_000_500) }),
      video('136', { url: 'https://rr1.googlevideo.com/videoplayback/expire/1800000100/itag/136' }),
    ]
    expect(parseInfo({ formats }).addressesExpireAt).toBe(new Date((1_800_000_100 - 300) * 1000).toISOString())
    expect(parseInfo({ formats: [video('1', { url: 'https://a.googlevideo.com/x' })] }).addressesExpireAt).toBeNull()
  })

  it('know when they become available', () => {
    const result = parseVideoInfo(
      infoOf({ formats: [video('137', { available_at: 1_700_000_005 }), audio('140')] }),
      VIDEO_ID,
      'yt-dlp',
    )
    expect(result.ok && [...result.availableAt!]).toEqual([[media('137'), 1_700_000_005_000]])
  })
})

describe('the filmstrip', () => {
  it('has the frames nearest to 160x90', () => {
    const formats = [video('137'), storyboard('sb0', 320, 180), storyboard('sb1', 160, 90), storyboard('sb2', 80, 45)]
    expect(parseInfo({ formats }).filmstrip).toEqual({
      frameWidth: 160,
      frameHeight: 90,
      columns: 5,
      rows: 5,
      frameCount: 60,
      secondsPerFrame: 2,
      sheetAddresses: [0, 1, 2].map((sheet) => `https://i.ytimg.com/sb/x/160/M${sheet}.jpg`),
    })
  })

  it.each([
    storyboard('sb0', 640, 360),
    storyboard('sb0', 160, 90, { fragments: [] }),
    storyboard('sb0', 160, 90, { fragments: [{ url: 'https://evil.kerf-tests.org/M0.jpg' }] }),
    storyboard('sb0', 160, 90, { fragments: [{ url: 'http://i.ytimg.com/M0.jpg' }] }),
    storyboard('sb0', 160, 90, { fps: 0 }),
    storyboard('sb0', 160, 90, { rows: null }),
  ])('is left out if it cannot be used (%#)', (unusable) => {
    expect(parseInfo({ formats: [video('137'), unusable] }).filmstrip).toBeNull()
  })
})

it('the thumbnail is the largest JPEG up to 1280 pixels wide that surely exists', () => {
  const thumbnails = [
    { url: 'https://i.ytimg.com/vi/x/default.jpg', width: 120 },
    { url: 'https://i.ytimg.com/vi/x/hq720.jpg?sqp=abc', width: 1280 },
    { url: 'https://i.ytimg.com/vi/x/huge.jpg', width: 1920 },
    { url: 'https://i.ytimg.com/vi_webp/x/maxresdefault.webp', width: 1280 },
    { url: 'https://i.ytimg.com/vi/x/maxresdefault.jpg' },
    { url: 'https://evil.kerf-tests.org/a.jpg', width: 1280 },
    { width: 5 },
  ]
  expect(parseInfo({ thumbnails }).thumbnailAddress).toBe('https://i.ytimg.com/vi/x/hq720.jpg?sqp=abc')
})

describe('a refusal', () => {
  it.each([
    ['video_live', { is_live: true, duration: null, formats: [] }],
    ['video_live', { live_status: 'is_live' }],
    ['video_upcoming', { live_status: 'is_upcoming' }],
    ['video_blocked', { formats: [storyboard('sb0', 160, 90)] }],
    ['video_blocked', { formats: [] }],
    ['video_blocked', { formats: null }],
    ['source_failed', { duration: null }],
    ['source_failed', { id: 'another-one' }],
  ])('is %s for %j', (code, fields) => {
    expect(parseVideoInfo(infoOf(fields), VIDEO_ID, 'yt-dlp')).toMatchObject({ ok: false, code })
  })

  it('of a live stream contains its playlist', () => {
    const manifest_url = 'https://manifest.googlevideo.com/api/manifest/hls_variant/id/x/file/index.m3u8'
    const formats = [{ format_id: '93', protocol: 'm3u8_native', manifest_url }]
    const refusal = parseVideoInfo(infoOf({ is_live: true, duration: null, formats }), VIDEO_ID, 'yt-dlp')
    const info = { captions: [], chapters: [], heat: [], filmstrip: null }
    expect(refusal).toMatchObject({ code: 'video_live', blame: 'video', playlist: { address: manifest_url, info } })
  })

  it.each([null, [], 'text', 7, {}])('is a failure of the source for %j', (json) => {
    expect(parseVideoInfo(json, VIDEO_ID, 'yt-dlp')).toMatchObject({ ok: false, code: 'source_failed' })
  })
})

describe('the most-replayed graph', () => {
  it("is yt-dlp's, in order and inside the video", () => {
    const heatmap = [
      { start_time: 60, end_time: 121.5, value: 1 },
      { start_time: 0, end_time: 60, value: 0.25 },
      { start_time: 'soon', end_time: 60, value: 0.25 },
    ]
    expect(parseInfo({ heatmap }).heat).toEqual([
      [0, 60, 0.25],
      [60, 120, 1],
    ])
  })

  it.each([null, undefined, {}, 'none', [null, 1, { value: 1 }]])('is empty for %j', (heatmap) => {
    expect(parseInfo({ heatmap }).heat).toEqual([])
  })
})
