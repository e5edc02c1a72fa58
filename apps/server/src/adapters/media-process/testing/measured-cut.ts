import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import type { CutInput } from '../../../ports/media.ts'
import { onMessage, startMediaProcess } from '../media-process.ts'
import { codecBytesOf } from '../share-of-machine.ts'
import { DEFAULT_LIMITS, innermostPid } from '../watch-limits.ts'

const KIBIBYTE = 1024

/** Outcome of a cut, and the resident memory of its process in bytes: after the start, and at its peak. */
export interface MeasuredCut {
  outcome: { kind: string; code?: string; receipt?: { frames: number; framesReencoded: number } }
  atRestBytes: number
  highestBytes: number
}

/** Makes a short 4K video. The recipe may change any property. */
export async function makeLargeVideo(folder: string, name: string, recipe: Partial<StampedRecipe>): Promise<Buffer> {
  const { videoPath } = await makeStampedMedia(
    {
      width: 3840,
      height: 2160,
      frameRate: [30, 1],
      frames: 18,
      gopFrames: 12,
      bFrames: 2,
      video: 'h264',
      audio: 'aac',
      layout: 'plain',
      texture: false,
      ...recipe,
    },
    folder,
    name,
  )
  return readFile(videoPath!)
}

/** Cuts in a separate process, as the server does, and reads its memory from /proc. Linux only. */
export async function measureCut(
  sourceVideo: Uint8Array,
  ranges: TimeRange[],
  spec: CutInput['spec'],
  folder: string,
  maxCodecBytes = codecBytesOf(DEFAULT_LIMITS.maxResidentBytes),
  encoderThreads = 8,
): Promise<MeasuredCut> {
  const media = startMediaProcess({ scratchDirectory: folder, maxHeapMegabytes: DEFAULT_LIMITS.maxHeapMegabytes })
  const memoryOf = async (field: string): Promise<number> => {
    const status = await readFile(`/proc/${await innermostPid(media.child.pid)}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * KIBIBYTE
  }
  let atRestBytes = 0
  const outcome = await new Promise<MeasuredCut['outcome']>((resolve) => {
    media.child.once('exit', (code, signal) => resolve({ kind: `ended by ${signal ?? code}` }))
    onMessage(media, async (message) => {
      if (message?.kind === 'ready') {
        atRestBytes = await memoryOf('VmRSS')
        const sizeBytes = sourceVideo.length
        media.send({
          kind: 'cut',
          parts: { video: { sizeBytes }, audio: { sizeBytes }, muxed: true },
          ranges,
          spec,
          filePath: join(folder, 'measured'),
          workPath: join(folder, `work-${randomUUID()}`),
          maxClipBytes: 1e9,
          maxCodecBytes,
          encoderThreads,
        })
      } else if (message?.kind === 'readBytes') {
        media.send({ kind: 'bytes', readId: message.readId, bytes: sourceVideo.subarray(message.start, message.end) })
      } else if (message?.kind === 'done' && message.result.of === 'cut')
        resolve({ kind: 'receipt', ...message.result })
      else if (message?.kind === 'failed') resolve(message)
    })
  })
  const highestBytes = outcome.kind.startsWith('ended') ? Number.NaN : await memoryOf('VmHWM')
  await media.kill()
  return { outcome, atRestBytes, highestBytes }
}
