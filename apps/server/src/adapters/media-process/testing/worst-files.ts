import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { MediaWorkError } from '../../../ports/media.ts'
import { type ByteSource, SourceReadError } from '../../../ports/sources.ts'
import { createMediaEngine } from '../media-engine.ts'
import type { MediaLimits } from '../watch-limits.ts'
import { processesIn } from './processes-in.ts'
import { sourceOfBytes } from './test-engine.ts'

/** Low limits, so that files which exceed them end the test soon. */
const LOW_LIMITS: Partial<MediaLimits> = {
  totalMilliseconds: 40_000,
  openingMilliseconds: 25_000,
  stallMilliseconds: 20_000,
  maxResidentBytes: 450 * 1024 ** 2,
}
/** Time until the next check of the limits, and until the process has exited. */
const EXIT_GRACE_MILLISECONDS = 15_000

interface WorstFile {
  name: string
  source: ByteSource
  /** Error code of the cut. An expression allows several, depending on the speed of the machine. */
  code: string | RegExp
  limits?: Partial<MediaLimits>
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const u32 = (value: number) => hex((value >>> 0).toString(16).padStart(8, '0'))
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** Returns a source that claims a terabyte: `head`, and then `pattern` repeated. */
function endlessSource(head: Buffer, pattern: Buffer): ByteSource {
  return {
    sizeBytes: 2 ** 40,
    async read(start, end) {
      const bytes = Buffer.allocUnsafe(end - start)
      const offset = start < head.length ? head.copy(bytes, 0, start, end) : 0
      const phase = (start + offset - head.length) % pattern.length
      bytes.fill(Buffer.concat([pattern.subarray(phase), pattern.subarray(0, phase)]), offset)
      return bytes
    },
  }
}

function patchBox(sourceVideo: Buffer, name: string, offset: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(sourceVideo)
  bytes.copy(copy, copy.indexOf(name, copy.indexOf('moov')) + name.length + offset)
  return copy
}

/**
 * Returns files that cost their reader endless time or memory, and sources that send wrong data.
 * @param sourceVideo a healthy MP4 with its index first
 */
function worstFiles(sourceVideo: Buffer): WorstFile[] {
  const fileType = sourceVideo.subarray(0, sourceVideo.readUInt32BE(0))
  const moov = sourceVideo.subarray(fileType.length, fileType.length + sourceVideo.readUInt32BE(fileType.length))
  const info = (largestFrame: string) => hex(`1000 1000 000000 ${largestFrame} 0ac442f0 00000000 ${'00'.repeat(16)}`)
  const flac = (body: Buffer, frames: Buffer) => Buffer.concat([Buffer.from('fLaC'), hex('80000022'), body, frames])
  const tag = Buffer.concat([Buffer.from('ID3\x04\x00\x00', 'latin1'), hex('00000768'), Buffer.alloc(1000)])
  const aac = Buffer.concat([hex('fff15080 191ffc'), Buffer.alloc(193)])
  const emptyFrame = hex('fff15080 001ffc')
  const fragment = box(
    'moof',
    box('mfhd', u32(0), u32(1)),
    box(
      'traf',
      box('tfhd', u32(0x20018), u32(1), u32(1), u32(0)),
      ...Array<Buffer>(1000).fill(box('trun', u32(0), u32(1_000_000))),
    ),
  )
  const cluster = Buffer.concat([hex('1f43b675 20ea67 e78100 ec20ea60'), Buffer.alloc(60_000)])
  const matroska = hex('1a45dfa3 8b 4282847765626d 42878104 18538067 01ffffffffffffff 1549a966 80 1654ae6b 80')
  return [
    {
      name: 'AAC whose frame leads to itself',
      source: sourceOfBytes(Buffer.concat([...Array<Buffer>(500).fill(aac), emptyFrame, Buffer.alloc(3000)])),
      code: 'unsupported_media',
    },
    {
      name: 'a FLAC without frames behind tags',
      source: sourceOfBytes(Buffer.concat([tag, flac(info('000000'), Buffer.alloc(0))])),
      code: 'broken_media',
    },
    {
      name: 'a FLAC of frames of 7 MB that are none',
      source: sourceOfBytes(flac(info('6f0000'), Buffer.alloc(8_000_000, 9))),
      code: 'broken_media',
    },
    {
      name: 'AAC without end',
      source: endlessSource(Buffer.alloc(0), aac),
      code: /^(unsupported_media|source_timeout)$/,
      limits: { openingMilliseconds: 6000 },
    },
    {
      name: 'MP3 without end',
      source: endlessSource(Buffer.alloc(0), Buffer.concat([hex('fffb9064'), Buffer.alloc(413)])),
      code: 'unsupported_media',
    },
    { name: 'empty boxes without end', source: endlessSource(fileType, box('free')), code: 'broken_media' },
    {
      name: 'empty fragments without end',
      source: endlessSource(Buffer.concat([fileType, moov]), box('moof')),
      code: 'broken_media',
    },
    {
      name: 'an index of a terabyte',
      source: endlessSource(Buffer.concat([fileType, u32(1), Buffer.from('moov'), u32(0xff), u32(0)]), box('trak')),
      code: 'unsupported_media',
    },
    { name: 'clusters without end', source: endlessSource(matroska, cluster), code: 'unsupported_media' },
    {
      name: 'transport packets without end',
      source: endlessSource(Buffer.alloc(0), Buffer.concat([hex('471fff10'), Buffer.alloc(184, 255)])),
      code: /^(unsupported_media|source_timeout)$/,
      limits: { openingMilliseconds: 6000 },
    },
    {
      name: 'Ogg pages without end',
      source: endlessSource(
        Buffer.alloc(0),
        Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), hex('010a'), Buffer.alloc(10)]),
      ),
      code: 'unsupported_media',
    },
    {
      name: 'a table of 2^31 samples of a byte',
      source: sourceOfBytes(patchBox(sourceVideo, 'stsz', 4, Buffer.concat([u32(1), u32(0x80000000)]))),
      code: 'unsupported_media',
    },
    {
      name: 'a thousand runs of a million samples',
      source: sourceOfBytes(Buffer.concat([fileType, moov, fragment])),
      code: 'broken_media',
    },
    {
      name: 'frames of 65,535 by 65,535',
      source: sourceOfBytes(patchBox(sourceVideo, 'avc1', 24, u32(0xffffffff))),
      code: 'unsupported_media',
    },
    {
      name: 'a source that falls silent',
      source: {
        sizeBytes: sourceVideo.length,
        read: (start, end) =>
          start === 0 ? Promise.resolve(sourceVideo.subarray(start, end)) : new Promise(() => undefined),
      },
      code: 'cut_timeout',
      limits: { stallMilliseconds: 2000 },
    },
    {
      name: 'a source that has less than it says',
      source: {
        sizeBytes: sourceVideo.length,
        read: async (start, end) => sourceVideo.subarray(start, Math.min(end, sourceVideo.length >> 1)),
      },
      code: 'source_failed',
    },
    {
      name: 'a source that has more than was asked for',
      source: {
        sizeBytes: sourceVideo.length,
        read: async (start, end) => Buffer.concat([sourceVideo.subarray(start, end), Buffer.alloc(1_000_000)]),
      },
      code: 'source_failed',
    },
    {
      name: 'a source that breaks',
      source: {
        sizeBytes: sourceVideo.length,
        read: async (start, end) => {
          if (start > 0) throw new SourceReadError('source_failed', 'gone')
          return sourceVideo.subarray(start, end)
        },
      },
      code: 'source_failed',
    },
  ]
}

export interface WorstFilesTest {
  files: WorstFile[]
  /** Returns what was wrong about the outcome or was left behind; null if nothing. */
  findFault(file: WorstFile): Promise<string | null>
}

export async function openWorstFiles(): Promise<WorstFilesTest> {
  const folder = temporaryDirectory()
  const { videoPath } = await makeStampedMedia(
    {
      width: 160,
      height: 90,
      frameRate: [30, 1],
      frames: 30,
      gopFrames: 15,
      bFrames: 2,
      video: 'h264',
      audio: 'aac',
      layout: 'plain',
    },
    temporaryDirectory(),
    'sourceVideo',
  )
  const sourceVideo = await readFile(videoPath ?? '')
  const cutRequest = (source: ByteSource) => ({
    parts: { video: source, audio: source },
    ranges: [{ startTime: 0.2, endTime: 0.7 }],
    spec: { kind: 'video', height: null } as const,
    filePath: join(folder, 'clip.mp4'),
  })
  return {
    files: worstFiles(sourceVideo),
    async findFault({ source, code, limits }) {
      const filesBefore = await countOpenFiles()
      const ownLimits = { ...LOW_LIMITS, ...limits }
      const engine = createMediaEngine({ scratchDirectory: folder, limits: ownLimits })
      const cutOptions = { signal: new AbortController().signal, onProgress: () => undefined }
      try {
        const startedAt = performance.now()
        const outcome = await engine.cut(cutRequest(source), cutOptions).then(
          () => 'a clip',
          (error: unknown) =>
            error instanceof MediaWorkError || error instanceof SourceReadError ? error.code : String(error),
        )
        const milliseconds = performance.now() - startedAt
        if (typeof code === 'string' ? outcome !== code : !code.test(outcome)) return `ended as ${outcome}`
        if (milliseconds > ownLimits.totalMilliseconds! + EXIT_GRACE_MILLISECONDS) return `took ${milliseconds} ms`
        if ((await readdir(folder)).length > 0) return `left ${await readdir(folder)}`
        // The next cut gets a new process.
        const { frames } = await engine.cut(cutRequest(sourceOfBytes(sourceVideo)), cutOptions)
        if (frames !== 15) return `the next clip has ${frames} frames`
        await rm(join(folder, 'clip.mp4'))
      } finally {
        await engine.close()
      }
      const processIds = await processesIn(folder)
      if (processIds.length > 0) return `left processes ${processIds}`
      const leakedFiles = (await countOpenFiles()) - filesBefore
      return leakedFiles > 0 ? `left ${leakedFiles} files open` : null
    },
  }
}

async function countOpenFiles(): Promise<number> {
  return process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0
}
