import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { ClipContainer } from '../../src/api/cut-plan.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { type CutOptions, cut } from '../../src/cut-clip.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { fileSink } from '../../src/io/files.ts'
import { openMedia } from '../../src/open-media.ts'
import { type PlanningOptions, planCut } from '../../src/plan-cut.ts'
import { CountingFile } from './counting-file.ts'

export { smallRecipe } from '@kerf/stamped-media/stamped-recipe'

export const asItIs = { kind: 'video', height: null } as const satisfies ClipSpec
export const asMp3 = { kind: 'mp3', bitrate: 320_000 } as const satisfies ClipSpec

/** A stamped source on disk, opened for cutting. */
export interface StampedSource {
  recipe: StampedRecipe
  /** Of the frames, where there are two files. */
  path: string
  media: Media
  files: CountingFile[]
  bytesRead(): number
}

/** A fresh directory for a test file's media, and everything made in it. */
export class StampedWorkshop {
  readonly directory = temporaryDirectory()
  readonly #files: CountingFile[] = []
  readonly #videos = new Map<string, Promise<Buffer>>()
  #clips = 0

  async make(recipe: StampedRecipe, name: string): Promise<StampedSource> {
    const { videoPath, audioPath } = await makeStampedMedia(recipe, this.directory, name)
    const video = videoPath ? await this.openFile(videoPath) : null
    const audio = audioPath === videoPath ? video : audioPath ? await this.openFile(audioPath) : null
    const media = await openMedia({ video: video ?? audio, audio: audio ?? video })
    const files = [...new Set([video, audio])].filter((file) => file !== null)
    const path = videoPath ?? audioPath!
    return { recipe, path, media, files, bytesRead: () => files.reduce((sum, file) => sum + file.bytesRead, 0) }
  }

  /** The bytes of a video in one file; each recipe is made once. */
  video(recipe: StampedRecipe): Promise<Buffer> {
    const key = JSON.stringify(recipe)
    const sourceVideo = this.#videos.get(key) ?? this.#makeVideo(recipe, `video-${this.#videos.size}`)
    this.#videos.set(key, sourceVideo)
    return sourceVideo
  }

  /** Cuts a range, or several that are joined, to a file. */
  async cutOnly(
    media: Media,
    ranges: TimeRange | readonly TimeRange[],
    request: ClipSpec = asItIs,
    { maxCodecBytes, ...options }: CutOptions & Pick<PlanningOptions, 'maxCodecBytes'> = {},
  ) {
    const plan = await planCut(media, ranges, request, { maxCodecBytes })
    const path = this.clipPath(plan.container)
    return { plan, path, receipt: await cut(plan, fileSink(path), options) }
  }

  /** The same, and decodes the clip. */
  async cut(...wanted: Parameters<StampedWorkshop['cutOnly']>) {
    const made = await this.cutOnly(...wanted)
    return { ...made, clip: await readStamps(made.path) }
  }

  async #makeVideo(recipe: StampedRecipe, name: string): Promise<Buffer> {
    const { videoPath, audioPath } = await makeStampedMedia(recipe, this.directory, name)
    return readFile(videoPath ?? audioPath!)
  }

  /** Opens a clip again, as media. */
  async openMade(path: string) {
    const file = await this.openFile(path)
    return { file, media: await openMedia({ video: file, audio: file }) }
  }

  async openFile(path: string): Promise<CountingFile> {
    const file = await CountingFile.open(path)
    this.#files.push(file)
    return file
  }

  /** A path for a clip that no other test uses. */
  clipPath(extension: ClipContainer = 'mp4'): string {
    this.#clips += 1
    return join(this.directory, `clip-${this.#clips}.${extension}`)
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()))
  }
}

/** The workshop of a test file, removed when its tests have run. */
export function stampedWorkshop(): StampedWorkshop {
  const workshop = new StampedWorkshop()
  afterAll(() => workshop.close())
  return workshop
}
