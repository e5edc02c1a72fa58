import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import type { CutOrder } from '../../../ports/media.ts'
import { onMessage, startMediaProcess } from '../media-process.ts'
import { codecBytesOf } from '../share-of-machine.ts'
import { DEFAULT_LIMITS, innermost } from '../watch-limits.ts'

const KIBIBYTE = 1024

/** What a cut came to, and the resident memory of its process in bytes: when it had started, and at its highest. */
export interface MeasuredCut {
  ended: { kind: string; code?: string; receipt?: { frames: number; framesReencoded: number } }
  atRestBytes: number
  highestBytes: number
}

/** A video of a second or three in a size, with a GOP that the ranges begin within. */
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

/** Cuts in a process of its own, as the server does, and reads from the system how large that became. Linux only. */
export async function measuredCut(
  sourceVideo: Uint8Array,
  ranges: TimeRange[],
  spec: CutOrder['spec'],
  folder: string,
  maxCodecBytes = codecBytesOf(DEFAULT_LIMITS.maxResidentBytes),
  encoderThreads = 8,
): Promise<MeasuredCut> {
  const media = startMediaProcess({ scratchDirectory: folder, maxHeapMegabytes: DEFAULT_LIMITS.maxHeapMegabytes })
  const memoryOf = async (what: string): Promise<number> => {
    const status = await readFile(`/proc/${await innermost(media.child.pid)}/status`, 'utf8')
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) * KIBIBYTE
  }
  let atRestBytes = 0
  const result = await new Promise<MeasuredCut['ended']>((resolve) => {
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
  const highestBytes = result.kind.startsWith('ended') ? Number.NaN : await memoryOf('VmHWM')
  await media.kill()
  return { ended: result, atRestBytes, highestBytes }
}
