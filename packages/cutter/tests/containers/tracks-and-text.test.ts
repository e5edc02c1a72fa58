import { dirname } from 'node:path'
import { deflateSync } from 'node:zlib'
import { makeStampedMedia, type StampedText } from '@kerf/stamped-media/make-stamped-media'
import { MkvOutputFormat, Mp4OutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { SubtitleCue } from '../../src/api/subtitles.ts'
import { EBML_IDS as ID } from '../../src/bitstream/ebml.ts'
import { u16, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { readTextTrack } from '../../src/preview/text-track.ts'
import { neroChapterList, withBoxesInMovie, withChapterTrack, withMatroskaChapters } from '../support/chaptered.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { openMedia } from '../support/open-media.ts'
import { patchAfter } from '../support/patched-mp4.ts'
import { PlaylistSite } from '../support/playlist-site.ts'
import { remuxedWithText } from '../support/remuxed-text.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { subtitledMatroska } from '../support/subtitled-matroska.ts'

const workshop = stampedWorkshop()
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
const OTHER_AUDIO_OFFSET_SECONDS = 20
const CUES: SubtitleCue[] = [
  { startTime: 0.25, endTime: 1.234, text: 'One line\nand another' },
  { startTime: 1.5, endTime: 2.001, text: 'Grüße – שלום – 🌍' },
  { startTime: 2.5, endTime: 3, text: '5 < 6 & 7' },
]
const recipe = smallRecipe({
  width: 160,
  height: 90,
  frameRate: [25, 1],
  frames: 100,
  gopFrames: 25,
  audioLanguage: 'eng',
  otherAudio: { laterSeconds: OTHER_AUDIO_OFFSET_SECONDS, language: 'ger', title: 'Kommentar' },
})
const stampedText = (codec: StampedText['codec'], cues: readonly SubtitleCue[] = CUES): StampedText => ({
  codec,
  cues,
  language: 'fre',
  title: 'Sous-titres',
})
const cuesWithMarkup = (codec: 'subrip' | 'webvtt') =>
  CUES.map((cue) => ({
    ...cue,
    text:
      codec === 'subrip'
        ? `{\\an8}<i>${cue.text}</i>`
        : `<v Anna>${cue.text.replace('&', '&amp;').replace('<', '&lt;')}</v>`,
  }))
const mp4 = { ...recipe, layout: 'moov-last', texts: [stampedText('mov_text')] } as const
const matroska = {
  ...recipe,
  layout: 'webm',
  texts: [stampedText('subrip', cuesWithMarkup('subrip')), stampedText('webvtt', cuesWithMarkup('webvtt'))],
} as const
const RANGE = { startTime: 0.72, endTime: 2.6 }

async function openTrack(bytes: Buffer, audioTrack?: number) {
  const source = bytesAsSource(bytes)
  return openMedia({ video: source, audio: source }, { audioTrack })
}

describe.each([
  ['an MP4', mp4],
  ['a fragmented MP4', { ...recipe, layout: 'fragmented' }],
  ['a QuickTime movie', { ...recipe, layout: 'mov' }],
  ['a Matroska file', matroska],
  ['a transport stream', { ...recipe, layout: 'ts' }],
] as const)('the audio tracks of %s', (_, videoRecipe) => {
  it('are listed with their languages', async () => {
    const { audioTracks } = (await openBytes(await workshop.video(videoRecipe))).facts
    expect(audioTracks).toMatchObject([
      { language: 'en', codec: 'aac', channels: 2, isDefault: true },
      { language: 'de', codec: 'aac', channels: 2, isDefault: false },
    ])
  })

  const TRACK_CHOICES: [audioTrack: number | undefined, laterSeconds: number][] = [
    [undefined, 0],
    [1, OTHER_AUDIO_OFFSET_SECONDS],
  ]
  it.each(isAtLength ? [...TRACK_CHOICES, [0, 0] as const] : TRACK_CHOICES)(
    'can be chosen, for a clip with video and for audio only: %s',
    async (audioTrack, laterSeconds) => {
      const media = await openTrack(await workshop.video(videoRecipe), audioTrack)
      const { clip, receipt } = await workshop.cut(media, RANGE)
      expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 47 }, (_, index) => index + 18))
      expectAudioFrom(clip.audio!, RANGE.startTime + laterSeconds)
      expect(receipt.leftOut).toContain('other_audio')
      const mp3 = await workshop.cut(media, RANGE, mp3Request)
      expectAudioFrom(mp3.clip.audio!, RANGE.startTime + laterSeconds)
    },
  )

  it.each([2, -1, 0.5])('are refused if there is none with this number: %s', async (audioTrack) => {
    await expect(openTrack(await workshop.video(videoRecipe), audioTrack)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining('the media has 2'),
    })
  })
})

describe('the audio tracks', () => {
  it('have the names from their file, but none that its muxer invented', async () => {
    for (const videoRecipe of [mp4, matroska]) {
      const { audioTracks } = (await openBytes(await workshop.video(videoRecipe))).facts
      expect(audioTracks?.map(({ name }) => name)).toEqual([null, 'Kommentar'])
    }
  })

  it('offer no choice if there is only one', async () => {
    const { otherAudio: _, ...singleTrack } = recipe
    const media = await openTrack(await workshop.video({ ...singleTrack, layout: 'moov-last' }), 0)
    expect(media.facts).not.toHaveProperty('audioTracks')
  })

  it('cannot be chosen in a silent video', async () => {
    const { otherAudio: _, ...silentRecipe } = { ...recipe, audio: null, layout: 'moov-last' as const }
    await expect(openTrack(await workshop.video(silentRecipe), 0)).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it.each(['hls', 'hls-mp4'] as const)('can be chosen in a playlist (%s)', async (layout) => {
    const { site } = await makePlaylist(layout)
    for (const [audioTrack, laterSeconds] of [
      [undefined, 0],
      [1, OTHER_AUDIO_OFFSET_SECONDS],
    ] as const) {
      const source = site.source(await site.text('index.m3u8'))
      const media = await openMedia({ video: source, audio: source }, { audioTrack })
      expect(media.facts.audioTracks).toMatchObject([{ isDefault: true }, { isDefault: false }])
      const { clip } = await workshop.cut(media, RANGE)
      expectAudioFrom(clip.audio!, RANGE.startTime + laterSeconds)
    }
  })

  async function makePlaylist(layout: 'hls' | 'hls-mp4') {
    const { videoPath } = await makeStampedMedia({ ...recipe, layout }, workshop.directory, layout)
    return { site: new PlaylistSite(dirname(videoPath!)) }
  }
})

describe('the text tracks of a file', () => {
  it.each([
    ['mov_text in an MP4', mp4, 0, { codec: 'mov_text', language: 'fr', name: 'Sous-titres' }],
    ['SubRip in Matroska', matroska, 0, { codec: 'subrip', language: 'fr', name: 'Sous-titres' }],
    ['WebVTT in Matroska', matroska, 1, { codec: 'webvtt', language: 'fr', name: 'Sous-titres' }],
    [
      'SubRip in Matroska without an index',
      { ...matroska, muxerOptions: { live: '1' } },
      0,
      { codec: 'subrip', language: 'fr', name: 'Sous-titres' },
    ],
  ] as const)('are read to the millisecond and without markup: %s', async (_, videoRecipe, index, facts) => {
    const media = await openBytes(await workshop.video(videoRecipe))
    expect(media.facts.textTracks?.[index]).toEqual(facts)
    expect(await readTextTrack(media, index)).toEqual(CUES)
  })

  const WEBVTT = `WEBVTT

00:00.250 --> 00:01.234
<b>One line</b>
and another

00:01.000 --> 00:02.001
Beside it

00:02.500 --> 00:03.000
5 &lt; 6 &amp; 7
`
  const OVERLAPPING_CUES = [CUES[0]!, { startTime: 1, endTime: 2.001, text: 'Beside it' }, CUES[2]!]

  it.each([
    ['an MP4', new Mp4OutputFormat()],
    ['a fragmented MP4', new Mp4OutputFormat({ fastStart: 'fragmented' })],
    ['Matroska', new MkvOutputFormat()],
  ])('are read from WebVTT in %s, even with overlapping cues', async (_, format) => {
    const plainVideo = await workshop.video({ ...mp4, texts: [] })
    const media = await openBytes(await remuxedWithText(plainVideo, format, WEBVTT))
    expect(media.facts.textTracks).toEqual([{ codec: 'webvtt', language: 'de', name: null }])
    expect(await readTextTrack(media, 0)).toEqual(OVERLAPPING_CUES)
  })

  it('are read without the frames around them', async () => {
    const largeFrames = { video: 'h264', frameBytes: { key: 200_000, other: 50_000 } } as const
    for (const videoRecipe of [
      { ...mp4, ...largeFrames },
      { ...matroska, ...largeFrames },
    ]) {
      const { media, files, bytesRead } = await workshop.make(videoRecipe, `large-${videoRecipe.layout}`)
      const indexBytes = bytesRead()
      expect(await readTextTrack(media, 0)).toEqual(CUES)
      expect(files[0]!.sizeBytes).toBeGreaterThan(4_500_000)
      expect(bytesRead() - indexBytes).toBeLessThan(20_000)
    }
  })

  it("share the video's timeline if that begins later", async () => {
    const lateRecipe = { ...matroska, muxerOptions: { output_ts_offset: '1.5' } }
    const media = await openBytes(await workshop.video(lateRecipe))
    const { clip } = await workshop.cut(media, RANGE)
    expect(clip.frames[0]!.number).toBe(18)
    expect(await readTextTrack(media, 0)).toEqual(CUES)
  })

  it('may be compressed, by zlib or by removed common prefixes', async () => {
    const zlibMatroska = subtitledMatroska((text) => deflateSync(text), { [ID.contentCompressionAlgorithm]: 0 })
    expect(await readTextTrack(await openBytes(zlibMatroska), 0)).toMatchObject([{ text: 'One' }, { text: 'Only' }])
    const strippedMatroska = subtitledMatroska((text) => text.subarray(2), {
      [ID.contentCompressionAlgorithm]: 3,
      [ID.contentCompressionSettings]: Buffer.from('On'),
    })
    expect(await readTextTrack(await openBytes(strippedMatroska), 0)).toMatchObject([{ text: 'One' }, { text: 'Only' }])
    const unknownCompression = subtitledMatroska((text) => text, { [ID.contentCompressionAlgorithm]: 2 })
    expect((await openBytes(unknownCompression)).facts).not.toHaveProperty('textTracks')
  })

  it('are read from a compression bomb without its inflated content', async () => {
    const bombMatroska = subtitledMatroska(() => deflateSync(Buffer.alloc(50_000_000, 65)), {
      [ID.contentCompressionAlgorithm]: 0,
    })
    expect(await readTextTrack(await openBytes(bombMatroska), 0)).toEqual([])
  })

  it('last until the next one, or five seconds, if they have no duration', async () => {
    const media = await openBytes(subtitledMatroska((text) => text, null))
    expect(await readTextTrack(media, 0)).toEqual([
      { startTime: 0.4, endTime: 1.1, text: 'One' },
      { startTime: 1.1, endTime: 6.1, text: 'Only' },
    ])
  })

  it('are refused, instead of partly read, if a large file has no index of them', async () => {
    const media = await openBytes(subtitledMatroska((text) => text, null, 9_000_000))
    expect(media.facts.textTracks).toHaveLength(1)
    await expect(readTextTrack(media, 0)).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('may be in UTF-16', async () => {
    const utf16Text = Buffer.from('Ünit', 'utf16le').swap16()
    const bytes = Buffer.from(await workshop.video(mp4))
    const at = bytes.indexOf('One line') - 2
    const sample = Buffer.concat([u16(utf16Text.length + 2), u16(0xfeff), utf16Text])
    sample.copy(bytes, at)
    const [cue] = await readTextTrack(await openBytes(bytes), 0)
    expect(cue).toMatchObject({ text: 'Ünit', startTime: 0.25 })
  })

  it('with an unknown number or too many samples are refused, while video and audio are cut', async () => {
    const media = await openBytes(await workshop.video(mp4))
    await expect(readTextTrack(media, 1)).rejects.toMatchObject({ code: 'unsupported_media' })
    const video = await workshop.video(mp4)
    const textAt = video.indexOf('tx3g')
    const hostileVideo = Buffer.concat([
      video.subarray(0, textAt),
      patchAfter(video.subarray(textAt), 'stsz', 4, u32(1, 0x7fffffff)),
    ])
    const hostileMedia = await openBytes(hostileVideo)
    await expect(readTextTrack(hostileMedia, 0)).rejects.toMatchObject({ code: 'unsupported_media' })
    expect((await workshop.cut(hostileMedia, RANGE)).receipt.frames).toBe(47)
  })

  it('are plain text without control characters and direction marks, of at most 2,000 characters', async () => {
    const cues = [
      { startTime: 0, endTime: 1, text: '\u202eabc\u0007\r\n\r\n d ' },
      { startTime: 1, endTime: 2, text: '🌍'.repeat(3000) },
      { startTime: 2, endTime: 3, text: ' \u0001 ' },
    ]
    const readCues = await readTextTrack(
      await openBytes(await workshop.video({ ...matroska, texts: [stampedText('subrip', cues)] })),
      0,
    )
    expect(readCues).toEqual([
      { startTime: 0, endTime: 1, text: 'abc\nd' },
      { startTime: 1, endTime: 2, text: '🌍'.repeat(1000) },
    ])
  })
})

describe('the chapters of a file', () => {
  const CHAPTERS = [
    { startTime: 0, title: 'Intro' },
    { startTime: 1.5, title: 'Über uns' },
    { startTime: 2.75, title: 'Ende' },
  ]
  const TIMED_CHAPTERS = [
    { startTime: 0, endTime: 1.5, title: 'Intro' },
    { startTime: 1.5, endTime: 2.75, title: 'Über uns' },
    { startTime: 2.75, endTime: 4, title: 'Ende' },
  ]
  const chaptersOf = async (bytes: Buffer) => (await openBytes(bytes)).facts.chapters

  it('come from a list in the index of an MP4', async () => {
    expect(await chaptersOf(withBoxesInMovie(await workshop.video(mp4), neroChapterList(CHAPTERS)))).toEqual(
      TIMED_CHAPTERS,
    )
  })

  it.each(['utf8', 'utf16be'] as const)(
    'come from a chapter track (%s), which is not a text track',
    async (encoding) => {
      const media = await openBytes(withChapterTrack(await workshop.video(mp4), CHAPTERS, 4, encoding))
      expect(media.facts.chapters).toEqual(TIMED_CHAPTERS)
      expect(media.facts.textTracks).toHaveLength(1)
    },
  )

  it('come from the first edition of a Matroska file', async () => {
    const media = await openBytes(withMatroskaChapters(await workshop.video(matroska), CHAPTERS))
    expect(media.facts.chapters).toEqual(
      TIMED_CHAPTERS.map(({ endTime, ...chapter }) => ({ ...chapter, endTime: expect.closeTo(endTime, 1) })),
    )
    expect(await readTextTrack(media, 0)).toEqual(CUES)
  })

  it('are absent if the file has none, or has an invalid list', async () => {
    expect(await chaptersOf(await workshop.video(mp4))).toBeUndefined()
    const videoWithFalseCount = withBoxesInMovie(
      await workshop.video(mp4),
      patchAfter(neroChapterList(CHAPTERS), 'chpl', 9, Buffer.alloc(8, 255)),
    )
    expect(await chaptersOf(videoWithFalseCount)).toHaveLength(2)
  })

  it('are absent if their track points outside the file', async () => {
    const video = withChapterTrack(await workshop.video(mp4), CHAPTERS, 4)
    const at = video.lastIndexOf('stco')
    video.writeUInt32BE(0xfffffff0, at + 12)
    expect(await chaptersOf(video)).toBeUndefined()
  })
})
