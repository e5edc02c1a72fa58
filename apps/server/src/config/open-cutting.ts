import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type RecognizedLink, recognizeLink, SAMPLE_LINK } from '@kerf/domain/link'
import { createDiskFileStore } from '../adapters/file-store/disk-file-store.ts'
import { createLocalFileSource } from '../adapters/local-file/local-file-source.ts'
import { createMediaEngine } from '../adapters/media-process/media-engine.ts'
import type { Refusal } from '../ports.ts'
import { readEnvironment } from './environment.ts'
import { type FoundVideo, findVideo } from './found-video.ts'
import { openSources } from './open-sources.ts'

export type { Receipt } from '@kerf/contract/download'
export type { CutProgress, PlannedCut, Refusal } from '../ports.ts'
export { EnvironmentError } from './environment.ts'
export type { ClipWish, FoundVideo } from './found-video.ts'

export interface Cutting {
  /** @param link a path, the link of a media file or of a YouTube video, or `sample` */
  find(link: string, signal: AbortSignal): Promise<{ ok: true; video: FoundVideo } | Refusal>
  close(): Promise<void>
}

export interface OpenCuttingOptions {
  environment: NodeJS.ProcessEnv
  /** What a path is relative to. */
  directory: string
  /** Clips are written in here, and nothing else is. */
  scratchDirectory: string
}

/**
 * What the command line needs of the server, and all that it may use: its sources behind its guard, and its media processes.
 * No database, no web, no viewer. The environment means what it means to the server.
 */
export async function openCutting(options: OpenCuttingOptions): Promise<Cutting> {
  const { scratchDirectory } = options
  const settings = readEnvironment(options.environment)
  const opened = new AsyncDisposableStack()
  try {
    const engine = createMediaEngine({ scratchDirectory })
    opened.defer(() => engine.close())
    const { sources } = await openSources({
      ...{ settings, engine, opened },
      // Nothing is prepared for links that nobody has given.
      switchedOn: async () => [],
      files: createDiskFileStore({ filesPath: scratchDirectory, scratchPath: scratchDirectory }),
      clock: { now: () => new Date() },
      toolsDirectory: join(settings.dataDirectory, 'tools'),
    })
    const localFiles = createLocalFileSource(engine)
    return {
      async find(link, signal) {
        const recognized = await recognize(link, options.directory)
        if (!recognized) return { ok: false, code: 'invalid_link' }
        const source = recognized.source === 'file' ? localFiles : sources[recognized.source]
        if (!source) return { ok: false, code: 'source_off' }
        return findVideo(engine, source, recognized, signal)
      },
      close: () => opened.disposeAsync(),
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

type Recognized = Omit<RecognizedLink, 'source'> & { source: RecognizedLink['source'] | 'file' }

async function recognize(link: string, directory: string): Promise<Recognized | null> {
  if (link === 'sample') return recognizeLink(SAMPLE_LINK, [])
  const path = resolve(directory, link)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  return isFile ? { source: 'file', reference: path } : recognizeLink(link, ['youtube', 'media'])
}
