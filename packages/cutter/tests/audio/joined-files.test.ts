import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { MAX_BYTES_READ_WHOLE } from '../../src/api/media-limits.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { id3Tag } from '../support/id3-tag.ts'
import { openMedia } from '../support/open-media.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { flacOfBlocks } from '../support/variable-flac.ts'

const workshop = stampedWorkshop()
const recipe = smallRecipe({ video: null, audio: 'mp3', layout: 'mp3', frames: 90 })
/** Three-second files, each of which begins with the stamped audio of 0 s. */
const mp3 = await workshop.video(recipe)
const mono48 = await workshop.video({ ...recipe, channels: 1, sampleRate: 48_000 })
const opus = await workshop.video({ ...recipe, audio: 'opus', layout: 'ogg', sampleRate: 48_000 })
const vorbis = await workshop.video({ ...recipe, audio: 'vorbis', layout: 'ogg' })
const flac = await workshop.video({ ...recipe, audio: 'flac', layout: 'flac' })
const flacMono48 = await workshop.video({ ...recipe, audio: 'flac', layout: 'flac', channels: 1, sampleRate: 48_000 })
const wav = await workshop.video({ ...recipe, audio: 'pcm-s16', layout: 'wav' })
const wavFloat48 = await workshop.video({ ...recipe, audio: 'pcm-f32', layout: 'wav', sampleRate: 48_000 })
const wavRequest = { kind: 'wav' } as const
/** Longest extra audio at a joint. Joined MP3 files contain the second file's header frame and encoder delay. */
const JOINT_SECONDS = 0.06
/** Delay of FFmpeg's MP2 encoder. */
const MP2_DELAY_SAMPLES = 481

const id3v1Tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)])
const apeTag = Buffer.concat([
  Buffer.from('APETAGEX'),
  Buffer.from([0xd0, 7, 0, 0, 8, 0, 0, 0]),
  Buffer.alloc(16),
  Buffer.alloc(8, 65),
])

describe('a file of several joined files', () => {
  it.each([
    ['MP3', [mp3, mp3]],
    ['MP3 with tags between them', [id3Tag(20), mp3, id3v1Tag, id3Tag(3000), mp3, apeTag, id3v1Tag]],
    ['MP3 with garbage between them', [mp3, Buffer.alloc(5000, 0xff), Buffer.alloc(333, 7), mp3]],
    ['MP3 with different channels and rates', [mp3, mono48]],
    ['Opus', [opus, withSerial(opus, 99)]],
    ['Opus with one serial number', [opus, opus]],
    ['Vorbis and Opus', [vorbis, opus]],
    ['FLAC', [flac, flac]],
    ['FLAC with tags before and between', [id3Tag(20), flac, id3Tag(3000), flac]],
    ['FLAC with different channels and rates', [flac, flacMono48]],
    ['WAV', [wav, wav]],
    ['WAV with different samples and rates', [wav, wavFloat48]],
  ])('is as long as all of them, with every range: %s', async (_, files) => {
    const media = await openBytes(Buffer.concat(files))
    const { durationSeconds } = media.facts
    expect(durationSeconds).toBeGreaterThan(5.99)
    expect(durationSeconds).toBeLessThan(6 + JOINT_SECONDS)
    const extraSeconds = durationSeconds - 6
    const { clip: secondClip } = await workshop.cut(
      media,
      { startTime: 4 + extraSeconds, endTime: 5.5 + extraSeconds },
      wavRequest,
    )
    expect(secondClip.audio!.channels[0]!.length / secondClip.audio!.sampleRate).toBeCloseTo(1.5, 2)
    expectAudioFrom(secondClip.audio!, 1)
    const { clip: clipAcross } = await workshop.cut(media, { startTime: 2, endTime: 4 + extraSeconds }, wavRequest)
    const { sampleRate, channels } = clipAcross.audio!
    expect(channels[0]!.length / sampleRate).toBeCloseTo(2 + extraSeconds, 2)
    const lastSecond = channels.map((samples) => samples.subarray(-sampleRate))
    expectAudioFrom({ sampleRate, channels: channels.map((samples) => samples.subarray(0, 0.9 * sampleRate)) }, 2)
    expectAudioFrom({ sampleRate, channels: lastSecond }, 0)
  })

  it('is read to its end even if its header states less', async () => {
    const media = await openBytes(Buffer.concat([mp3, mp3.subarray(0, 40_000)]))
    expect(media.facts.durationSeconds).toBeGreaterThan(4)
  })
})

it.each([
  ['channels', { channels: 1 }],
  ['rates', { sampleRate: 48_000 }],
] as const)('MP2 with different %s is as long as both files, with every range', async (_, changes) => {
  const mp2 = { ...recipe, audio: 'mp2', layout: 'mp2' } as const
  const [first, second] = await Promise.all([workshop.video(mp2), workshop.video({ ...mp2, ...changes })])
  const { facts: firstFacts } = await openBytes(first)
  const media = await openBytes(Buffer.concat([id3Tag(20), first, second]))
  expect(media.facts).toMatchObject({ container: 'mp2', audio: { codec: 'mp2', sampleRate: 44_100, channels: 2 } })
  const secondStart = firstFacts.durationSeconds
  expect(media.facts.durationSeconds).toBeCloseTo(2 * secondStart, 1)
  const { clip } = await workshop.cut(media, { startTime: secondStart + 1, endTime: secondStart + 2.5 }, wavRequest)
  const { sampleRate, channels } = clip.audio!
  expect(channels[0]!.length / sampleRate).toBeCloseTo(1.5, 3)
  // An MP2 file does not state the delay of its encoder.
  expectAudioFrom(clip.audio!, 1 - MP2_DELAY_SAMPLES / sampleRate)
  const { clip: clipAcross } = await workshop.cut(media, { startTime: 2, endTime: secondStart + 1 }, wavRequest)
  expect(clipAcross.audio!.channels[0]!.length / clipAcross.audio!.sampleRate).toBeCloseTo(secondStart - 1, 3)
})

it('a range across a change of format has the first format', async () => {
  const media = await openBytes(Buffer.concat([mono48, mp3]))
  const { clip } = await workshop.cut(media, { startTime: 2, endTime: 4 }, wavRequest)
  expect(clip.audio).toMatchObject({ sampleRate: 48_000, channels: { length: 1 } })
  const { clip: clipBehind } = await workshop.cut(media, { startTime: 4, endTime: 5 }, wavRequest)
  expect(clipBehind.audio).toMatchObject({ sampleRate: 44_100, channels: { length: 2 } })
})

describe('a large FLAC', () => {
  it('of a single file is opened without reading it', async () => {
    const largeFlac = flacOfBlocks(44_100, 100 * 44_100, () => 4096)
    expect(largeFlac.length).toBeGreaterThan(MAX_BYTES_READ_WHOLE)
    const { source, bytesRead } = countReads(largeFlac)
    const { facts } = await openMedia({ video: source, audio: source })
    expect(facts.durationSeconds).toBe(100)
    expect(bytesRead()).toBeLessThan(largeFlac.length / 3)
  })

  it.each([1, 2])('of several files is as long as all of them: copies of %i', async (fileCount) => {
    const files = [flac, flacMono48].slice(0, fileCount)
    const length = Buffer.concat(files).length
    const copies = Math.ceil((MAX_BYTES_READ_WHOLE + 1) / length)
    const media = await openBytes(Buffer.concat(Array<Buffer[]>(copies).fill(files).flat()))
    expect(media.facts.durationSeconds).toBeCloseTo(3 * fileCount * copies, 2)
    const startTime = 3 * fileCount * (copies - 1) + 1
    const { clip } = await workshop.cut(media, { startTime, endTime: startTime + 1.5 }, wavRequest)
    expectAudioFrom(clip.audio!, 1)
  })
})

describe('a large MP3', () => {
  // At 48 kHz, all frames of a bitrate have the same length, so that copies follow each other as in one file.
  const frames = mono48.subarray(firstFrameAfterHeader(mono48))
  const copies = Math.ceil(MAX_BYTES_READ_WHOLE / frames.length) + 1
  const largeMp3 = Buffer.concat(Array<Buffer>(copies).fill(frames))

  it('of constant bitrate is opened without reading it, and is as long as its frames', async () => {
    const { source, bytesRead } = countReads(largeMp3)
    const { facts } = await openMedia({ video: source, audio: source })
    expect(bytesRead()).toBeLessThan(largeMp3.length / 4)
    const { facts: copyFacts } = await openBytes(frames)
    expect(facts.durationSeconds / copies).toBeCloseTo(copyFacts.durationSeconds, 2)
  })

  it('followed by another one is counted frame by frame', async () => {
    const { facts } = await openBytes(Buffer.concat([mono48, largeMp3]))
    const [{ facts: firstFacts }, { facts: largeFacts }] = [await openBytes(mono48), await openBytes(largeMp3)]
    expect(facts.durationSeconds).toBeCloseTo(firstFacts.durationSeconds + largeFacts.durationSeconds, 1)
  })
})

it('a variable-bitrate MP3 without a header is as long as its frames', async () => {
  const { media } = await workshop.make(recipe, 'source')
  const { path } = await workshop.cutOnly(media, { startTime: 0, endTime: 3 }, { kind: 'mp3', bitrate: 'v2' })
  const bytes = await readFile(path)
  const bareMedia = await openBytes(bytes.subarray(firstFrameAfterHeader(bytes)))
  expect(bareMedia.facts.durationSeconds).toBeGreaterThan(2.99)
  expect(bareMedia.facts.durationSeconds).toBeLessThan(3 + JOINT_SECONDS)
  const { clip } = await workshop.cut(bareMedia, { startTime: 1, endTime: 2.5 }, mp3Request)
  expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(1.5, 2)
})

/** Offset of the first frame after the frame that contains the Xing or Info header. */
function firstFrameAfterHeader(bytes: Buffer): number {
  return bytes.indexOf(Buffer.from([0xff, 0xfb]), Math.max(bytes.indexOf('Xing'), bytes.indexOf('Info')))
}

/** Copies a stream under another serial number. Readers of whole files do not check the checksum. */
function withSerial(ogg: Buffer, serial: number): Buffer {
  const bytes = Buffer.from(ogg)
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 4)) bytes.writeUInt32LE(serial, at + 14)
  return bytes
}

function countReads(bytes: Buffer) {
  const source = bytesAsSource(bytes)
  let bytesRead = 0
  const read = (start: number, end: number) => {
    bytesRead += end - start
    return source.read(start, end)
  }
  return { source: { ...source, read }, bytesRead: () => bytesRead }
}
