import { readFile } from 'node:fs/promises'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll, onTestFinished } from 'vitest'
import type { MediaEngine, MediaPlanner } from '../../../ports/media.ts'
import type { ByteSource } from '../../../ports/sources.ts'
import { createMediaEngine, type MediaEngineOptions } from '../media-engine.ts'
import type { MediaLimits } from '../watch-limits.ts'

/**
 * A folder, a five-second video whose frames show their numbers, and engines in that folder, which the tests of one
 * file share.
 */
export interface TestEngine {
  readonly folder: string
  readonly sourceVideo: ByteSource
  /**
   * Returns one shared engine, for tests that do not change it. Each engine starts a process ahead, which costs time.
   */
  usualEngine(): MediaEngine
  /** Returns a new engine, which is closed after its test. */
  engineWith(
    limits?: Partial<MediaLimits>,
    frameSeconds?: MediaEngineOptions['frameSeconds'],
  ): MediaEngine & MediaPlanner
  /** Options of a request that is not aborted and whose progress is ignored. */
  defaultOptions: { signal: AbortSignal; onProgress: () => undefined }
}

/** Opens a room for all tests of the calling file. */
export async function openTestEngine(): Promise<TestEngine> {
  const folder = temporaryDirectory()
  const { videoPath } = await makeStampedMedia(
    {
      width: 320,
      height: 180,
      frameRate: [30, 1],
      frames: 150,
      gopFrames: 60,
      bFrames: 2,
      video: 'h264',
      audio: 'aac',
      layout: 'plain',
    },
    folder,
    'sourceVideo',
  )
  let sharedEngine: MediaEngine | undefined
  afterAll(() => sharedEngine?.close())
  return {
    folder,
    sourceVideo: sourceOfBytes(await readFile(videoPath ?? '')),
    usualEngine() {
      sharedEngine ??= createMediaEngine({ scratchDirectory: folder })
      return sharedEngine
    },
    engineWith(limits = {}, frameSeconds) {
      const engine = createMediaEngine({ scratchDirectory: folder, limits, ...(frameSeconds && { frameSeconds }) })
      onTestFinished(() => engine.close())
      return engine
    },
    defaultOptions: { signal: new AbortController().signal, onProgress: () => undefined },
  }
}

export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  return { sizeBytes: bytes.length, read: async (start, end) => bytes.slice(start, end) }
}

/** An endless file of empty boxes that is read slowly. Reading progresses and never ends. */
export function endlessIndex(): ByteSource {
  const boxes = new Uint8Array(1 << 16)
  for (let offset = 0; offset < boxes.length; offset += 8) boxes.set([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], offset)
  const head = new TextEncoder().encode('\0\0\0\x18ftypisom\0\0\0\0isomiso2')
  return {
    sizeBytes: 2 ** 40,
    async read(start, end) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      const bytes = new Uint8Array(end - start).map((_, i) => boxes[(start + i) % 8] ?? 0)
      if (start < head.length) bytes.set(head.subarray(start, Math.min(head.length, end)))
      return bytes
    },
  }
}
