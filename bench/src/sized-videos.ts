import { existsSync } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rendition } from '@kerf/domain/formats/rendition-choice'
import { startAudioEncoding } from '@kerf/stamped-media/encode-audio'
import { type Encoding, encodeFrames } from '@kerf/stamped-media/encoding'
import { createTexture, type Plane } from '@kerf/stamped-media/noise-texture'
import { stampedAudioAt } from '@kerf/stamped-media/stamped-audio'
import { writeContainer } from '@kerf/stamped-media/write-container'
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Rational } from 'node-av/lib'

/** The picture: still slides, a person talking in front of a wall, a panning camera, and a mix of them. */
export const CONTENTS = ['slides', 'talk', 'motion', 'mixed'] as const
type Content = (typeof CONTENTS)[number]

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/kerf-sizes')
export const SECONDS = 24
const FRAME_RATE = 25
const SAMPLE_RATE = 48_000
/** Sites begin a GOP at a change of scene, and after so long. */
const KEY_SECONDS = 5

/** As sites have it, as a camera does, squeezed, and large: `quality` is the encoder's CRF. */
const FORMS = {
  site: { height: 480, quality: 25, largestBitrate: 1_200_000 },
  generous: { height: 480, quality: 18, largestBitrate: 8_000_000 },
  squeezed: { height: 480, quality: 30, largestBitrate: 500_000 },
  wide: { height: 1080, quality: 30, largestBitrate: 1_200_000 },
} as const
type SizedForm = keyof typeof FORMS
export const SIZED_FORMS = Object.keys(FORMS) as SizedForm[]

export async function sizedVideo(content: Content, id: SizedForm): Promise<Rendition & { path: string }> {
  await mkdir(CACHE, { recursive: true })
  const { height } = FORMS[id]
  const width = 2 * Math.round((height * 8) / 9)
  const path = join(CACHE, `${content}-${id}-with-audio.mp4`)
  if (!existsSync(path)) {
    console.error(`Making ${path} ...`)
    const draft = `${path}.${process.pid}`
    const encodings = [await encodeVideo(content, id, width), await encodeAudio()]
    await writeContainer({ path: draft, format: 'mp4', options: { movflags: '+faststart' } }, encodings)
    await rename(draft, path)
  }
  const { size } = await stat(path)
  return {
    ...{ id, carries: 'both', container: 'mp4', path, width, height, frameRate: FRAME_RATE, bitrate: null },
    ...{ sizeBytes: size, audioPreference: 0, videoCodec: 'avc1.640028', audioCodec: 'mp4a.40.2' },
  }
}

function encodeAudio(): Promise<Encoding> {
  const sampleAt = (index: number) => stampedAudioAt(index, SAMPLE_RATE)
  const form = { codec: 'aac', sampleRate: SAMPLE_RATE, channels: 2, bitrate: 128_000 } as const
  return startAudioEncoding({ ...form, samples: SECONDS * SAMPLE_RATE, sampleAt })
}

async function encodeVideo(content: Content, id: SizedForm, width: number): Promise<Encoding> {
  const { height, quality, largestBitrate } = FORMS[id]
  const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  const context = new CodecContext()
  context.allocContext3(encoder)
  const timeBase = new Rational(1, FRAME_RATE)
  Object.assign(context, {
    ...{ width, height, pixelFormat: AV_PIX_FMT_YUV420P, sampleAspectRatio: new Rational(1, 1), threadCount: 2 },
    ...{ timeBase, framerate: new Rational(FRAME_RATE, 1), gopSize: KEY_SECONDS * FRAME_RATE },
    ...{ rcMaxRate: BigInt(largestBitrate), rcBufferSize: 2 * largestBitrate },
  })
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  const options = { crf: `${quality}`, preset: 'veryfast', profile: 'high', 'x264-params': 'open-gop=0' }
  FFmpegError.throwIfError(await context.open2(encoder, Dictionary.fromObject(options)), 'open an encoder')
  return { context, packets: encodeFrames(context, paintedFrames(content, width, height, timeBase)) }
}

function* paintedFrames(content: Content, width: number, height: number, timeBase: Rational): Generator<Frame> {
  const paint = createPainter(content, width, height)
  for (let number = 0; number < SECONDS * FRAME_RATE; number++) {
    const frame = Frame.fromVideoBuffer(paint(number), {
      ...{ width, height, format: AV_PIX_FMT_YUV420P, pts: BigInt(number), timeBase },
      sampleAspectRatio: { num: 1, den: 1 },
    })
    frame.duration = 1n
    yield frame
  }
}

/** Shots of these seconds, over and over; sites' videos change their scene as unevenly. */
const SHOT_SECONDS = [6.2, 3.4, 8.1, 2.2, 5.3, 11.6, 4.1]
const MIXED: readonly Exclude<Content, 'mixed'>[] = ['talk', 'motion', 'slides', 'motion', 'talk', 'slides', 'motion']

function createPainter(content: Content, width: number, height: number): (frame: number) => Buffer {
  const videoFrame = Buffer.alloc((width * height * 3) / 2, 128)
  const luma: Plane = { width, height, values: videoFrame.subarray(0, width * height) }
  const scale = height / 360
  const margin = Math.round(400 * scale)
  const texture = createTexture(luma, margin, scale, [40, 210])
  const grain = createTexture(luma, margin, 0.4, [0, 255])
  let shownSlide = -1
  return (frame) => {
    const time = timeOf(frame, scale)
    const { shot } = time
    const kind = content === 'mixed' ? MIXED[shot % MIXED.length]! : content
    if (kind === 'talk') drawTalk(luma, texture, grain, time)
    else if (kind === 'motion') drawMotion(luma, texture, grain, time)
    else if (shot !== shownSlide) drawSlide(luma, shot)
    shownSlide = kind === 'slides' ? shot : -1
    return videoFrame
  }
}

interface Time {
  frame: number
  scale: number
  shot: number
  since: number
}

function timeOf(frame: number, scale: number): Time {
  let since = frame / FRAME_RATE
  for (let shot = 0; ; shot++) {
    const length = SHOT_SECONDS[shot % SHOT_SECONDS.length]!
    if (since < length) return { frame, scale, shot, since }
    since -= length
  }
}

/** Rows of dark marks with soft edges on white, as emails are, others on each slide; alike at every size. */
function drawSlide({ width, height, values }: Plane, shot: number): void {
  const cell = height / 77
  const inkAt = (column: number, row: number): number => {
    const isWritten = row >= 6 && row < 70 && row % 7 < 3 && column > 8 && column < (width / cell) * 0.8
    return isWritten && hash(row, column, shot) % 100 < 45 ? 1 : 0
  }
  const soft = (place: number): [number, number] => {
    const from = Math.floor(place - 0.5)
    return [from, Math.min(1, Math.max(0, (place - 0.5 - from - 0.5) * cell * 0.6 + 0.5))]
  }
  for (let y = 0; y < height; y++) {
    const [row, down] = soft(y / cell)
    for (let x = 0; x < width; x++) {
      const [column, right] = soft(x / cell)
      const upper = inkAt(column, row) * (1 - right) + inkAt(column + 1, row) * right
      const lower = inkAt(column, row + 1) * (1 - right) + inkAt(column + 1, row + 1) * right
      values[y * width + x] = 235 - 200 * (upper * (1 - down) + lower * down)
    }
  }
}

/** A wall, and in front of it a person whose head sways; a camera's noise over both. */
function drawTalk(onto: Plane, texture: Plane, grain: Plane, { shot, frame, scale }: Time): void {
  const { width, height, values } = onto
  copyFrom(texture, onto, (shot * 37) % 200, (shot * 53) % 200)
  const swayX = Math.round(scale * 6 * Math.sin(frame * 0.09))
  const swayY = Math.round(scale * 3 * Math.sin(frame * 0.17))
  const radius = height / 4
  const [centreX, centreY] = [width / 2 + swayX, height * 0.55 + swayY]
  for (let y = Math.max(0, Math.ceil(centreY - radius)); y < Math.min(height, centreY + radius); y++) {
    const reach = Math.sqrt(radius ** 2 - (y - centreY) ** 2) * 0.8
    for (let x = Math.round(centreX - reach); x < centreX + reach; x++) {
      values[y * width + x] = 60 + texture.values[(y - swayY + 40) * texture.width + (x - swayX + 60)]! * 0.6
    }
  }
  addGrain(onto, grain, frame, 40)
}

/** A camera that pans, at another speed in each shot, so that all of the frame moves. */
function drawMotion(onto: Plane, texture: Plane, grain: Plane, { shot, frame, scale, since }: Time): void {
  const speed = (1.5 + (shot % 4) * 2) * scale
  const reach = 380 * scale
  const along = (since * FRAME_RATE * speed) % (2 * reach)
  copyFrom(texture, onto, Math.round(along > reach ? 2 * reach - along : along), Math.round((shot * 29) % 150))
  addGrain(onto, grain, frame, 28)
}

function copyFrom(texture: Plane, onto: Plane, x: number, y: number): void {
  for (let row = 0; row < onto.height; row++) {
    const start = Math.min(row + y, texture.height - 1) * texture.width + Math.min(x, texture.width - onto.width)
    onto.values.set(texture.values.subarray(start, start + onto.width), row * onto.width)
  }
}

/** One divided by `dampening` of what the grain has. */
function addGrain({ width, height, values }: Plane, grain: Plane, frame: number, dampening: number): void {
  const [x, y] = [hash(frame, 1, 2) % (grain.width - width), hash(frame, 3, 4) % (grain.height - height)]
  for (let row = 0; row < height; row++) {
    let from = (row + y) * grain.width + x
    for (let at = row * width; at < (row + 1) * width; at++)
      values[at] = values[at]! + (grain.values[from++]! - 128) / dampening
  }
}

function hash(a: number, b: number, c: number): number {
  let value = (a * 0x9e3779b1 + b * 0x85ebca77 + c * 0xc2b2ae3d) >>> 0
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0
  return (value ^ (value >>> 13)) >>> 0
}
