import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { ClipContainer } from '../../src/api/cut-plan.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { type CutOptions, cut } from '../../src/index.ts'
import { fileSink } from '../../src/io/node/files.ts'
import { type PlanningOptions, planCut } from '../../src/plan-cut.ts'
import { CountingFile } from './counting-file.ts'
import { openMedia } from './open-media.ts'

export { smallRecipe } from '@kerf/stamped-media/stamped-recipe'

/** Requests a video clip in the height of the source. */
export const unscaledRequest = { kind: 'video', height: null } as const satisfies ClipSpec
export const mp3Request = { kind: 'mp3', bitrate: 320_000 } as const satisfies ClipSpec

/** A stamped source on disk, opened for cutting. */
export interface StampedSource {
  recipe: StampedRecipe
  /** Path of the video file, or of the audio file if there is no video. */
  path: string
  media: Media
  files: CountingFile[]
  bytesRead(): number
}

/** A temporary directory for the media of one test file, and the files that are open in it. */
export class StampedWorkshop {
  readonly directory = temporaryDirectory()
  readonly #files: CountingFile[] = []
  readonly #videos = new Map<string, Promise<Buffer>>()
  #clipCount = 0

  async make(recipe: StampedRecipe, name: string): Promise<StampedSource> {
    const { videoPath, audioPath } = await makeStampedMedia(recipe, this.directory, name)
    const video = videoPath ? await this.openFile(videoPath) : null
    const audio = audioPath === videoPath ? video : audioPath ? await this.openFile(audioPath) : null
    const media = await openMedia({ video: video ?? audio, audio: audio ?? video })
    const files = [...new Set([video, audio])].filter((file) => file !== null)
    const path = videoPath ?? audioPath!
    return { recipe, path, media, files, bytesRead: () => files.reduce((sum, file) => sum + file.bytesRead, 0) }
  }

  /** The bytes of a video in one file. Each recipe is made only once. */
  video(recipe: StampedRecipe): Promise<Buffer> {
    const key = JSON.stringify(recipe)
    const sourceVideo = this.#videos.get(key) ?? this.#makeVideo(recipe, `video-${this.#videos.size}`)
    this.#videos.set(key, sourceVideo)
    return sourceVideo
  }

  /** Cuts one range, or several joined ranges, to a file. */
  async cutOnly(
    media: Media,
    ranges: TimeRange | readonly TimeRange[],
    request: ClipSpec = unscaledRequest,
    { maxCodecBytes, ...options }: CutOptions & Pick<PlanningOptions, 'maxCodecBytes'> = {},
  ) {
    const plan = await planCut(media, ranges, request, { maxCodecBytes })
    const path = this.clipPath(plan.container)
    return { plan, path, receipt: await cut(plan, fileSink(path), options) }
  }

  /** Cuts like `cutOnly`, then decodes the clip. */
  async cut(...cutArguments: Parameters<StampedWorkshop['cutOnly']>) {
    const cutResult = await this.cutOnly(...cutArguments)
    return { ...cutResult, clip: await readStamps(cutResult.path) }
  }

  async #makeVideo(recipe: StampedRecipe, name: string): Promise<Buffer> {
    const { videoPath, audioPath } = await makeStampedMedia(recipe, this.directory, name)
    return readFile(videoPath ?? audioPath!)
  }

  /** Opens a finished clip as media. */
  async openClip(path: string) {
    const file = await this.openFile(path)
    return { file, media: await openMedia({ video: file, audio: file }) }
  }

  async openFile(path: string): Promise<CountingFile> {
    const file = await CountingFile.open(path)
    this.#files.push(file)
    return file
  }

  /** A path for a new clip, which no other clip has. */
  clipPath(extension: ClipContainer = 'mp4'): string {
    this.#clipCount += 1
    return join(this.directory, `clip-${this.#clipCount}.${extension}`)
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()))
  }
}

/** The workshop of a test file; it closes its files when the tests have run. */
export function stampedWorkshop(): StampedWorkshop {
  const workshop = new StampedWorkshop()
  afterAll(() => workshop.close())
  return workshop
}
