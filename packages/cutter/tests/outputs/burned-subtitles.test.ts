import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '@kerf/stamped-media/read-text'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { type BurnedStyle, type SubtitleCue, toClipTime } from '../../src/api/subtitles.ts'
import { emptyFrame } from '../../src/codec/native/libav/fill-frame.ts'
import { frameOf, NativeFrame } from '../../src/codec/native/libav/native-frame.ts'
import { subtitlePainter } from '../../src/codec/native/subtitles/subtitle-painter.ts'
import { cut } from '../../src/index.ts'
import { memorySink } from '../../src/io/memory-sink.ts'
import { fileSink, fileSource } from '../../src/io/node/files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { trackPackets } from '../support/clip-packets.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  decodeToPixels,
  type Frame,
  silenceErrors,
} from '../support/native-frames.ts'
import { withFrameTimes, withTurn } from '../support/odd-mp4.ts'
import { openMedia } from '../support/open-media.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

// Stamped media lets FFmpeg log errors. Errors about missing system fonts are expected here.
silenceErrors()
const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 320, height: 180, frames: 120, texture: false })
const { media } = await workshop.make(recipe, 'source')
const bytes = await workshop.video(smallRecipe({ ...recipe, layout: 'moov-last' }))

const cues: SubtitleCue[] = [
  { startTime: 0.5, endTime: 1.2, text: 'One line' },
  { startTime: 1.7, endTime: 2.01, text: 'Two\nlines' },
  { startTime: 3, endTime: 99, text: 'To the end' },
]
const burnedSubtitles = (texts: SubtitleCue[]) =>
  ({ as: 'burned', style: 'yellow', language: 'en', cues: texts }) as const
const yellowRequest = (texts: SubtitleCue[] = cues): ClipSpec => ({
  ...unscaledRequest,
  subtitles: burnedSubtitles(texts),
})

/**
 * Bounding box of a frame's yellow pixels, or null without any. In stamped media, only burned-in subtitles are yellow.
 */
function findYellowBox({ data, linesize, width, height }: Frame) {
  const box = { left: width, top: height, right: 0, bottom: 0, pixels: 0 }
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < width / 2; x++) {
      if (data![1]![y * linesize[1]! + x]! >= 70) continue
      box.left = Math.min(box.left, 2 * x)
      box.right = Math.max(box.right, 2 * x + 2)
      box.top = Math.min(box.top, 2 * y)
      box.bottom = Math.max(box.bottom, 2 * y + 2)
      box.pixels += 4
    }
  }
  return box.pixels > 0 ? box : null
}

async function yellowFrames(path: string) {
  const file = await fileSource(path)
  try {
    const { video } = await openMedia({ video: file, audio: null })
    const { packets, timescale } = await trackPackets(video!.access)
    const frames: { seconds: number; box: ReturnType<typeof findYellowBox> }[] = []
    for await (const frame of decodeToPixels({ ...video!.description, timescale }, packets)) {
      frames.push({ seconds: Number(frame.pts) / timescale, box: findYellowBox(frame) })
    }
    return frames.sort((a, b) => a.seconds - b.seconds)
  } finally {
    await file.close()
  }
}

const isCueShown = (shownCues: readonly SubtitleCue[], seconds: number) =>
  shownCues.some(({ startTime, endTime }) => seconds >= startTime - 1e-4 && seconds < endTime - 1e-4)

describe('subtitles drawn into frames', () => {
  it('are on exactly the frames of their cues, and the frames stay exact', async () => {
    const { path, receipt, plan } = await expectExact(
      media,
      uneditedVideo(recipe),
      { startTime: 0.3, endTime: 3.777 },
      workshop,
      yellowRequest(),
    )
    expect(plan.way).toBe('transcoded')
    expect(receipt).toMatchObject({ framesCopied: 0, cues: 3 })
    const clipCues = toClipTime(cues, receipt.shown!)
    for (const { seconds, box } of await yellowFrames(path))
      expect([seconds, box !== null]).toEqual([seconds, isCueShown(clipCues, seconds)])
    // Burned-in subtitles are no text track.
    expect((await readText(path)).subtitles).toEqual([])
  })

  it('follow joined ranges, and frames at uneven times', async () => {
    const random = seededRandom(testSeed)
    const times = Array.from({ length: recipe.frames }, (_, frame) => frame / 30 + (frame ? (random() - 0.5) / 50 : 0))
    const unevenMedia = await openBytes(withFrameTimes(bytes, (frame) => times[frame]!, 4))
    for (const video of process.env.KERF_TEST_AT_LENGTH === 'yes' ? [media, unevenMedia] : [unevenMedia]) {
      const ranges = [
        { startTime: 2.9, endTime: 3.4 },
        { startTime: 0.4, endTime: 1.9 },
      ]
      const { path, receipt, clip } = await workshop.cut(video, ranges, yellowRequest())
      const plainCut = await workshop.cut(video, ranges)
      expect(clip.frames).toEqual(plainCut.clip.frames)
      expect(clip.audio).toEqual(plainCut.clip.audio)
      const clipCues = toClipTime(cues, receipt.shown!)
      expect(clipCues).toHaveLength(3)
      for (const { seconds, box } of await yellowFrames(path))
        expect([seconds, box !== null]).toEqual([seconds, isCueShown(clipCues, seconds)])
    }
  })

  it('cost nothing in a range without cues', async () => {
    const { plan, receipt } = await workshop.cut(
      media,
      { startTime: 0, endTime: 4 },
      yellowRequest([{ ...cues[0]!, startTime: 90, endTime: 91 }]),
    )
    expect(plan.way).toBe('copied')
    expect(receipt.cues).toBe(0)
  })

  it('are upright at the bottom of the displayed frame, in any rotation', async () => {
    const edges = { 90: ['right', 320], 180: ['top', 0], 270: ['left', 0] } as const
    for (const [degrees, [edge, at]] of Object.entries(edges)) {
      const video = await openBytes(withTurn(bytes, Number(degrees) as 90))
      const text = [{ startTime: 0, endTime: 9, text: 'A rather long line' }]
      const { path, clip } = await workshop.cut(video, { startTime: 1, endTime: 1.2 }, yellowRequest(text))
      expect(clip.frames.map(({ number }) => number)).toEqual([30, 31, 32, 33, 34, 35])
      const box = (await yellowFrames(path))[3]!.box!
      expect(Math.abs(box[edge] - at)).toBeLessThan(40)
      expect(Math.abs(box[edge] - at)).toBeGreaterThan(8)
      const isTall = box.bottom - box.top > box.right - box.left
      expect(isTall).toBe(degrees !== '180')
    }
  })

  it('are centred in a crop', async () => {
    const text = [{ startTime: 0, endTime: 9, text: 'A line of several words' }]
    const request: ClipSpec = {
      ...unscaledRequest,
      crop: { left: 0.5, top: 0, width: 0.3, height: 1 },
      subtitles: burnedSubtitles(text),
    }
    const { path, receipt } = await workshop.cutOnly(media, { startTime: 1, endTime: 1.2 }, request)
    expect(receipt.size).toEqual({ width: 96, height: 180 })
    for (const { box } of await yellowFrames(path)) {
      expect(Math.abs((box!.left + box!.right) / 2 - 48)).toBeLessThan(4)
      expect(box!.left).toBeGreaterThanOrEqual(4)
    }
  })

  it('treat untrusted text as plain text', async () => {
    const hostile = [
      'x{\\pos(0,0)}{\\fs500}\\N\\n\\h{\\p1}m 0 0 l 900 900{\\p0}',
      'x\nDialogue: 0,0:00:00.00,9:00:00.00,Line,,0,0,0,,{\\an8}up\n[Fonts]\nfontname: a\r\n\0\u2028Style: Line,Arial,400',
      '\\'.repeat(300),
      '{'.repeat(2000),
      '\u202e\u2067\ud800\udfff\ufeff \u0300\u0301\u200d',
      `${'ا'.repeat(500)} ${'字'.repeat(500)} ${'ก'.repeat(400)}`,
    ]
    const texts = hostile.map((text, index) => ({ startTime: index / 5, endTime: (index + 1) / 5, text }))
    const { path } = await workshop.cut(media, { startTime: 0, endTime: 1.2 }, yellowRequest(texts))
    const frames = await yellowFrames(path)
    expect(frames).toHaveLength(36)
    for (const index of [0, 1]) expect(frames[6 * index + 2]!.box!.top).toBeGreaterThan(60)
  })

  it('are refused if no font has their script', async () => {
    const amharic = [{ startTime: 0, endTime: 2, text: 'ሰላም ልዑል' }]
    const plan = await planCut(media, { startTime: 0, endTime: 1 }, yellowRequest(amharic))
    await expect(cut(plan, memorySink())).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('leave nothing behind in their folder, whatever its name', async () => {
    const parent = temporaryDirectory()
    for (const name of ["it's [a], b; c=d:e %n", 'back\\slash', 'ünïcödé 字']) {
      const scratchDirectory = join(parent, name)
      await mkdir(scratchDirectory)
      const plan = await planCut(media, { startTime: 0.4, endTime: 1 }, yellowRequest())
      const path = workshop.clipPath()
      await cut(plan, fileSink(path), { scratchDirectory })
      expect((await yellowFrames(path)).filter(({ box }) => box)).toHaveLength(15)
      const controller = new AbortController()
      const onProgress = ({ stage }: { stage: string }) => stage === 'encoding' && controller.abort()
      const cutting = cut(plan, memorySink(), { scratchDirectory, signal: controller.signal, onProgress })
      await expect(cutting).rejects.toMatchObject({ code: 'cancelled' })
      await expect.poll(() => readdir(scratchDirectory)).toEqual([])
    }
  })
})

/** Paints a text on a grey frame. Returns the luma rows, the first chroma plane, and the pixels of the text. */
async function paintText(text: string, style: BurnedStyle, size: { width: number; height: number }, language = 'und') {
  const painter = subtitlePainter({
    cues: [{ startTime: 0, endTime: 1, text }],
    style,
    language,
    turn: [1, 0, 0, 1],
    sizeOf: () => size,
    scratchDirectory: temporaryDirectory(),
  })
  const frame = emptyFrame({
    ...size,
    format: AV_PIX_FMT_YUV420P,
    colorRange: AVCOL_RANGE_MPEG,
    colorSpace: AVCOL_SPC_BT709,
  })
  for (const [plane, values] of frame.data!.entries()) values.fill(plane === 0 ? 100 : 128)
  const { data, linesize } = frameOf(await painter.paint(new NativeFrame(frame), 0.5))
  const rows = Array.from({ length: size.height }, (_, y) =>
    Buffer.from(data![0]!.subarray(y * linesize[0]!, y * linesize[0]! + size.width)),
  )
  const chroma = Buffer.from(data![1]!)
  await painter.close()
  frame.free()
  const drawnPixels = rows.flatMap((row, y) =>
    [...row].flatMap((value, x) => (Math.abs(value - 100) > 4 ? [{ x, y }] : [])),
  )
  return { rows, chroma, drawnPixels }
}

const PHONE = { width: 360, height: 640 }
const DESKTOP = { width: 640, height: 360 }

describe('the look of subtitles', () => {
  it.each([
    ['lying', DESKTOP],
    ['upright', PHONE],
  ])('stays within the safe area of a %s frame, however long a text is', async (_, size) => {
    const texts = [
      'The quick brown fox jumps over the lazy dog and keeps on running until it has found its way home again',
      '今日は天気がいいから散歩しましょう。この字幕はとても長いので二行か三行に分けて表示されなければなりません。',
      '안녕하세요 오늘은 자막을 시험해 보겠습니다 이 문장은 아주 길어서 두 줄로 나뉘어야 합니다',
      'ภาษาไทยไม่มีช่องว่างระหว่างคำดังนั้นบรรทัดยาวต้องถูกตัดตรงรอยต่อของคำเสมอ',
      `https://example.org/${'path/'.repeat(20)}`,
      'مرحبا بالعالم هذا اختبار طويل جدا للترجمة حتى نرى هل تبقى داخل الإطار الآمن أم لا',
    ]
    for (const text of texts) {
      const { drawnPixels } = await paintText(text, 'outline', size)
      expect(drawnPixels.length).toBeGreaterThan(200)
      const xs = drawnPixels.map(({ x }) => x)
      const ys = drawnPixels.map(({ y }) => y)
      expect(xs.reduce((a, b) => Math.min(a, b))).toBeGreaterThanOrEqual(0.05 * size.width - 3)
      expect(xs.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(0.95 * size.width + 3)
      expect(ys.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(0.95 * size.height + 3)
      expect(ys.reduce((a, b) => Math.min(a, b))).toBeGreaterThan(size.height / 2)
    }
  })

  it('has one of three styles', async () => {
    const paintStyle = (style: BurnedStyle) => paintText('Text', style, DESKTOP)
    const [outline, box, coloured] = await Promise.all([paintStyle('outline'), paintStyle('box'), paintStyle('yellow')])
    const isYellow = (chroma: Buffer) => chroma.some((value) => value < 60)
    expect([outline, box, coloured].map(({ chroma }) => isYellow(chroma))).toEqual([false, false, true])
    const countDark = ({ rows }: typeof outline) => rows.reduce((sum, row) => sum + row.filter((v) => v < 60).length, 0)
    expect(countDark(box)).toBeGreaterThan(2 * countDark(outline))
    for (const { rows } of [outline, box]) expect(rows.some((row) => row.some((value) => value > 225))).toBe(true)
  })

  it.each([
    ['Latin', 'ßğ'],
    ['Vietnamese', 'ếữ'],
    ['Cyrillic', 'Жђ'],
    ['Greek', 'Ωψ'],
    ['Devanagari', 'कह'],
    ['Arabic', 'جص'],
    ['Hebrew', 'שא'],
    ['Thai', 'กฮ'],
    ['Japanese', 'あヲ'],
    ['Chinese', '们國'],
    ['Korean', '한힘'],
    ['signs', '♪―'],
  ])('has its own letters for %s, not two empty boxes', async (_, [firstLetter, secondLetter]) => {
    const [firstPainting, secondPainting, missingPainting] = await Promise.all(
      [firstLetter!, secondLetter!, '\u{1d310}'].map((text) => paintText(text, 'outline', DESKTOP)),
    )
    expect(firstPainting!.drawnPixels.length).toBeGreaterThan(20)
    expect(firstPainting!.drawnPixels).not.toEqual(secondPainting!.drawnPixels)
    expect(firstPainting!.drawnPixels).not.toEqual(missingPainting!.drawnPixels)
    expect(secondPainting!.drawnPixels).not.toEqual(missingPainting!.drawnPixels)
  })

  it('has the characters of its language', async () => {
    const paintIn = async (language: string) => (await paintText('直骨', 'outline', DESKTOP, language)).drawnPixels
    const [japanese, simplified, traditional] = await Promise.all([paintIn('ja'), paintIn('zh-CN'), paintIn('zh-TW')])
    expect(japanese).not.toEqual(simplified)
    expect(simplified).not.toEqual(traditional)
    expect(await paintIn('zh-Hant-HK')).toEqual(traditional)
  })

  it('has Arabic from the right, with joined letters', async () => {
    const letters = await paintText('ب\u200cب\u200cب', 'outline', DESKTOP)
    const word = await paintText('ببب', 'outline', DESKTOP)
    expect(word.drawnPixels.length).toBeLessThan(letters.drawnPixels.length)
    const { drawnPixels } = await paintText('ص ااااااااا', 'outline', DESKTOP)
    const xs = drawnPixels.map(({ x }) => x).sort((a, b) => a - b)
    const highestPixel = (from: number, to: number) => {
      const [left, right] = [from, to].map((share) => xs[0]! + share * (xs.at(-1)! - xs[0]!))
      return Math.min(...drawnPixels.filter(({ x }) => x >= left! && x <= right!).map(({ y }) => y))
    }
    // The low letter comes first, at the right; the high letters follow to its left.
    expect(highestPixel(0, 0.2)).toBeLessThan(highestPixel(0.8, 1))
  })

  it('has no emoji, and no boxes in their place', async () => {
    const plainText = await paintText('Hello 5', 'outline', DESKTOP)
    const emojiText = await paintText('😀 Hello 👩‍👩‍👧 5️⃣', 'outline', DESKTOP)
    expect(emojiText.drawnPixels).toEqual(plainText.drawnPixels)
  })
})
