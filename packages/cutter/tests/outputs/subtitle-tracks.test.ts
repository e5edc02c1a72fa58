import { readFile } from 'node:fs/promises'
import { readText } from '@kerf/stamped-media/read-text'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { type MediaChapter, type SubtitleCue, toClipTime } from '../../src/api/subtitles.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { boxesBetween } from '../../src/demux/mp4/boxes.ts'
import { cut, probe } from '../../src/index.ts'
import { memorySink } from '../../src/io/memory-sink.ts'
import { fileSink } from '../../src/io/node/files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectExact, frameSeconds, uneditedVideo } from '../support/expect-exact.ts'
import { withFrameTimes, withTurn } from '../support/odd-mp4.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
import { watchedSink } from '../support/watched-sink.ts'

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 192, height: 108, frames: 150 })
const { media } = await workshop.make(recipe, 'source')
const webm = await workshop.make(smallRecipe({ ...recipe, video: 'vp9', audio: 'opus', layout: 'webm' }), 'webm')
const bytes = await workshop.video(smallRecipe({ ...recipe, layout: 'moov-last' }))

const MILLISECOND_SECONDS = 0.001
const joinedRanges: TimeRange[] = [
  { startTime: 3.21, endTime: 4.4 },
  { startTime: 0.5, endTime: 1.77 },
  { startTime: 0.9, endTime: 1.4 },
]
const cues: SubtitleCue[] = [
  { startTime: 0.1, endTime: 0.6125, text: 'before' },
  { startTime: 0.7137, endTime: 1.0011, text: 'first' },
  { startTime: 1.0011, endTime: 1.5, text: 'second\nof two lines' },
  { startTime: 3, endTime: 3.3333, text: 'Grüße, 世界 مرحبا' },
  { startTime: 3.5, endTime: 9, text: 'over the end' },
]
const chapters: MediaChapter[] = [
  { startTime: 0, endTime: 1, title: 'One' },
  { startTime: 1, endTime: 3.5, title: 'Zwei – 二' },
  { startTime: 3.5, endTime: 5, title: 'Three' },
]
const subtitleTrack = { as: 'track', language: 'de-CH', cues } as const
const textRequest = {
  kind: 'video',
  height: null,
  subtitles: subtitleTrack,
  chapters,
  audioLanguage: 'pt-BR',
} satisfies ClipSpec

/** Expects the same texts at the same times, to a millisecond. */
function expectTexts(
  actualCues: readonly SubtitleCue[],
  expectedCues: readonly SubtitleCue[],
  tolerance = MILLISECOND_SECONDS,
): void {
  expect(actualCues.map(({ text }) => text)).toEqual(expectedCues.map(({ text }) => text))
  for (const [index, { startTime, endTime }] of actualCues.entries()) {
    expect(Math.abs(startTime - expectedCues[index]!.startTime)).toBeLessThanOrEqual(tolerance)
    expect(Math.abs(endTime - expectedCues[index]!.endTime)).toBeLessThanOrEqual(tolerance)
  }
}

const asCues = (list: readonly MediaChapter[]) => list.map(({ title, ...times }) => ({ ...times, text: title }))

describe('an MP4 with text', () => {
  it.each([
    ['a range', { startTime: 0.55, endTime: 4.123 }],
    ['joined ranges', joinedRanges],
  ])('of %s shows each cue at its time, in its language, and each chapter', async (_, ranges) => {
    const { path, receipt, clip } = await workshop.cut(media, ranges, textRequest)
    const plainCut = await workshop.cut(media, ranges)
    expect(clip).toEqual(plainCut.clip)
    expect(receipt.framesCopied).toBe(plainCut.receipt.framesCopied)
    const text = await readText(path)
    expect(text).toMatchObject({ audioLanguage: 'por', subtitles: [{ codec: 'mov_text', language: 'deu' }] })
    const clipCues = toClipTime(cues, receipt.shown!)
    expectTexts(text.subtitles[0]!.cues, clipCues)
    expectTexts(asCues(text.chapters), asCues(toClipTime(chapters, receipt.shown!)))
    expect(receipt).toMatchObject({ cues: clipCues.length, chapters: text.chapters.length })
    expect(await probe(path)).toMatchObject({ frames: receipt.frames, sizeBytes: receipt.clipBytes })
  })

  it('with a variable frame rate shows cues by the times of its frames', async () => {
    const random = seededRandom(testSeed)
    const times = Array.from({ length: recipe.frames }, (_, frame) => frame / 30 + (frame ? (random() - 0.5) / 50 : 0))
    const video = await openBytes(withFrameTimes(bytes, (frame) => times[frame]!, 5))
    const ranges = [
      { startTime: times[100]! - 0.004, endTime: 4.5 },
      { startTime: times[13]!, endTime: 1.2 },
    ]
    const { path, receipt } = await workshop.cut(video, ranges, textRequest)
    expect(receipt.shown).toHaveLength(2)
    expect(receipt.shown![0]!.startTime).toBeCloseTo(times[100]!, 3)
    expect(receipt.shown![1]!.startTime).toBeCloseTo(times[13]!, 3)
    expectTexts((await readText(path)).subtitles[0]!.cues, toClipTime(cues, receipt.shown!))
  })

  it('is as exact as without text', async () => {
    for (const range of [joinedRanges[0]!, { startTime: 0, endTime: 5 }, { startTime: 2, endTime: 2.03 }]) {
      await expectExact(media, uneditedVideo(recipe), range, workshop, textRequest)
    }
  })

  it('shows overlapping cues below each other, and nothing between cues', async () => {
    const overlappingCues = [
      { startTime: 0.5, endTime: 2, text: 'A' },
      { startTime: 1, endTime: 3, text: 'B' },
      { startTime: 1.5, endTime: 1.75, text: 'C' },
      { startTime: 3.5, endTime: 4, text: 'D' },
    ]
    const request = { ...unscaledRequest, subtitles: { ...subtitleTrack, cues: overlappingCues } }
    const { path, receipt } = await workshop.cut(media, { startTime: 0, endTime: 5 }, request)
    expectTexts((await readText(path)).subtitles[0]!.cues, [
      { startTime: 0.5, endTime: 1, text: 'A' },
      { startTime: 1, endTime: 1.5, text: 'A\nB' },
      { startTime: 1.5, endTime: 1.75, text: 'A\nB\nC' },
      { startTime: 1.75, endTime: 2, text: 'A\nB' },
      { startTime: 2, endTime: 3, text: 'B' },
      { startTime: 3.5, endTime: 4, text: 'D' },
    ])
    expect(receipt.cues).toBe(4)
  })

  it('has no subtitle track without cues, and no chapters without chapters', async () => {
    const { path, receipt } = await workshop.cut(
      media,
      { startTime: 2, endTime: 2.5 },
      { ...textRequest, chapters: [] },
    )
    expect(await readText(path)).toMatchObject({ subtitles: [], chapters: [] })
    expect(receipt).toMatchObject({ cues: 0, chapters: 0 })
    const plainCut = await workshop.cut(media, { startTime: 2, endTime: 2.5 })
    expect(plainCut.receipt.cues).toBeUndefined()
    expect(plainCut.receipt.chapters).toBeUndefined()
  })

  it('treats untrusted text as plain text', async () => {
    const hostileText = '\0<script>\r\n\r\n--> {\\an8}\x1b[2J\ud800 \u2028ok'
    const longText = '語'.repeat(40_000)
    const request: ClipSpec = {
      ...textRequest,
      chapters: [
        { startTime: 0, endTime: 2, title: `${hostileText}\n` },
        { startTime: 2, endTime: 5, title: longText },
      ],
      subtitles: {
        ...subtitleTrack,
        language: 'x'.repeat(99),
        cues: [
          { startTime: 0, endTime: 1, text: hostileText },
          { startTime: 1, endTime: 2, text: longText },
          { startTime: 2, endTime: Number.NaN, text: 'never' },
          { startTime: 3, endTime: 3, text: 'never' },
          { startTime: 3.5, endTime: 4, text: ' \n\x07\n ' },
        ],
      },
    }
    const { path } = await workshop.cut(media, { startTime: 0, endTime: 5 }, request)
    const { subtitles, chapters: readChapters } = await readText(path)
    expect(subtitles[0]!.language).toBe('und')
    expect(subtitles[0]!.cues.map(({ text }) => text.slice(0, 50))).toEqual([
      '<script>\n--> {\\an8} [2J\nok',
      '語'.repeat(50),
    ])
    expect(readChapters[0]!.title).toBe('<script> --> {\\an8} [2J ok')
    expect(readChapters[1]!.title).toMatch(/^語{85}$/)
  })

  it('shows a limited number of cues at once', async () => {
    const manyCues = Array.from({ length: 5000 }, (_, index) => ({
      startTime: index / 2000,
      endTime: 5,
      text: `${index}`,
    }))
    const request = { ...unscaledRequest, subtitles: { ...subtitleTrack, cues: manyCues } }
    const { path } = await workshop.cut(media, { startTime: 0, endTime: 5 }, request)
    const readCues = (await readText(path)).subtitles[0]!.cues
    expect(readCues.at(-1)!.text).toBe('4994\n4995\n4996\n4997\n4998\n4999')
  })

  it('is written in sequence into its reserved space, and counts toward the size limit', async () => {
    const manyCues = Array.from({ length: 4000 }, (_, index) => ({
      startTime: index / 900,
      endTime: index / 900 + 0.0007,
      text: `${index} ${'text '.repeat(60)}`,
    }))
    const title = 'A long title '.repeat(15)
    const manyChapters = Array.from({ length: 300 }, (_, n) => ({
      title: `${n} ${title}`,
      startTime: n / 60,
      endTime: (n + 1) / 60,
    }))
    const request: ClipSpec = {
      ...textRequest,
      chapters: manyChapters,
      subtitles: { ...subtitleTrack, cues: manyCues },
    }
    const plan = await planCut(media, { startTime: 0, endTime: 5 }, request)
    const sink = watchedSink(memorySink())
    const { clipBytes, chapters: chapterCount } = await cut(plan, sink)
    expect(clipBytes).toBeGreaterThan(1_200_000)
    expect(chapterCount).toBe(300)
    expect(sink.reads).toEqual([])
    const cutWithin = (maxClipBytes: number) => cut(plan, memorySink(), { limits: { maxClipBytes } })
    expect((await cutWithin(clipBytes)).clipBytes).toBe(clipBytes)
    // Reserved room that is not needed is given up before a clip is refused.
    const { clipBytes: minBytes } = await cutWithin(clipBytes - 1)
    expect(minBytes).toBeLessThan(clipBytes)
    await expect(cutWithin(minBytes - 1)).rejects.toMatchObject({ code: 'too_large' })
  })

  it('has subtitles at the bottom of the displayed frame, and chapters as a list too', async () => {
    for (const [video, width, height] of [
      [bytes, 192, 108],
      [withTurn(bytes, 90), 108, 192],
    ] as const) {
      const { path } = await workshop.cut(await openBytes(video), { startTime: 0, endTime: 5 }, textRequest)
      const clip = await readFile(path)
      const header = tracksOf(clip).find(({ handler }) => handler === 'sbtl')!
      expect(header).toMatchObject({ width, left: 0, isEnabled: true, language: 'de-CH' })
      expect(header.top + header.height).toBe(Math.round(0.95 * height - header.height) + header.height)
      expect(tracksOf(clip).find(({ handler }) => handler === 'text')).toMatchObject({ isEnabled: false })
      expect(tracksOf(clip).find(({ handler }) => handler === 'vide')).toMatchObject({ chaptersIn: 4 })
      const list = clip.subarray(clip.indexOf('chpl') + 4)
      expect(list[8]).toBe(3)
      expect(list.indexOf('Zwei – 二')).toBeGreaterThan(0)
    }
  })
})

/** Facts in the headers of an MP4's tracks. */
function tracksOf(clip: Buffer) {
  const findBox = (parent: { start: number; end: number }, type: string) =>
    [...boxesBetween(clip, parent.start + 8, parent.end)].find((box) => box.type === type)
  const moov = findBox({ start: -8, end: clip.length }, 'moov')!
  const tracks = [...boxesBetween(clip, moov.start + 8, moov.end)].filter(({ type }) => type === 'trak')
  return tracks.map((trak) => {
    const header = clip.subarray(findBox(trak, 'tkhd')!.start + 8)
    const mdia = findBox(trak, 'mdia')!
    const handler = clip.toString('latin1', findBox(mdia, 'hdlr')!.start + 16, findBox(mdia, 'hdlr')!.start + 20)
    const language = findBox(mdia, 'elng')
    const references = findBox(trak, 'tref')
    return {
      handler,
      isEnabled: (header[3]! & 1) === 1,
      left: header.readInt32BE(40 + 24) / 65_536,
      top: header.readInt32BE(40 + 28) / 65_536,
      width: header.readUInt32BE(76) / 65_536,
      height: header.readUInt32BE(80) / 65_536,
      language: language && clip.toString('latin1', language.start + 12, language.end - 1),
      chaptersIn: references && clip.readUInt32BE(references.start + 16),
    }
  })
}

describe('a WebM with text', () => {
  it('shows each cue at its time, in its language, and each chapter, with overlaps', async () => {
    const allCues = [...cues, { startTime: 0.8, endTime: 0.95, text: 'a & b <i> c' }]
    const request = { ...textRequest, kind: 'original', subtitles: { ...subtitleTrack, cues: allCues } } as const
    const { path, receipt, clip } = await workshop.cut(webm.media, joinedRanges, request)
    const plainCut = await workshop.cut(webm.media, joinedRanges, { kind: 'original' })
    expect(clip).toEqual(plainCut.clip)
    const text = await readText(path)
    expect(text).toMatchObject({ audioLanguage: 'por', subtitles: [{ codec: 'webvtt', language: 'ger' }] })
    const clipCues = toClipTime(allCues, receipt.shown!)
      .map((cue) => ({ ...cue, text: cue.text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;') }))
      .sort((a, b) => a.startTime - b.startTime)
    expectTexts(text.subtitles[0]!.cues, clipCues)
    expectTexts(asCues(text.chapters), asCues(toClipTime(chapters, receipt.shown!)))
    expect(receipt).toMatchObject({ cues: clipCues.length, chapters: text.chapters.length, container: 'webm' })
    expect(await probe(path)).toMatchObject({ frames: receipt.frames, hasAudio: true })
  })

  it('does not mark audio of an unknown language as English', async () => {
    const { path } = await workshop.cut(webm.media, joinedRanges[0]!, { kind: 'original' })
    expect((await readText(path)).audioLanguage).toBeUndefined()
  })
})

describe('the receipt', () => {
  it('has the exact start and end of each range, with adjacent ranges as one', async () => {
    const frame = (number: number) => frameSeconds(recipe, number)
    const { receipt } = await workshop.cut(media, [
      { startTime: frame(10) - 0.01, endTime: frame(20) },
      { startTime: frame(20), endTime: frame(30) },
      { startTime: frame(5), endTime: frame(8) - 0.02 },
    ])
    expect(receipt.shown).toHaveLength(2)
    for (const [index, [from, to]] of [
      [10, 30],
      [5, 7.4],
    ].entries()) {
      expect(receipt.shown![index]!.startTime).toBeCloseTo(frame(from!), 6)
      expect(receipt.shown![index]!.endTime).toBeCloseTo(frame(to!), 3)
    }
  })

  it('has the times of audio-only ranges by sample', async () => {
    const plan = await planCut(media, joinedRanges, mp3Request)
    const { shown } = await cut(plan, fileSink(workshop.clipPath('mp3')))
    expect(shown).toHaveLength(3)
    for (const [index, { startTime, endTime }] of shown!.entries()) {
      expect(Math.abs(startTime - joinedRanges[index]!.startTime)).toBeLessThan(1 / 44_100)
      expect(Math.abs(endTime - joinedRanges[index]!.endTime)).toBeLessThan(1 / 22_050)
    }
  })
})
