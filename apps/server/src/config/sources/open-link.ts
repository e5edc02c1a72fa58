import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { type RecognizedLink, recognizeLink, whyNoVideo } from '@kerf/domain/links/recognize-link'
import { SOURCES } from '@kerf/domain/links/source-ids'
import { youtubeClipId } from '@kerf/domain/links/youtube-link'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import { createLocalFileSource } from '../../adapters/local-file/local-file-source.ts'
import { createMediaEngine } from '../../adapters/media-process/media-engine.ts'
import { trustFromNowOn } from '../../adapters/outbound/outbound-dispatcher.ts'
import type { Refusal } from '../../ports/sources.ts'
import { type OpenedVideo, openVideo } from '../../use-cases/downloads/cut-directly.ts'
import { checkAuthorities, EnvironmentError, readEnvironment } from '../environment/environment.ts'
import { openSources } from './open-sources.ts'

export type { Receipt } from '@kerf/contract/download'
export type { PlanFacts } from '@kerf/cutter/api/cut-plan'
export type { CutProgress } from '../../ports/media.ts'
export type { Refusal } from '../../ports/sources.ts'
export { cuesInClipTime as inClipTime, type OpenedVideo } from '../../use-cases/downloads/cut-directly.ts'
export { EnvironmentError } from '../environment/environment.ts'

export interface OpenLinkOptions {
  environment: NodeJS.ProcessEnv
  directory: string
  /** Folder for clips and temporary files. */
  scratchDirectory: string
  signal: AbortSignal
}

/** Variables that the command line uses. The others are for servers; an invalid DATABASE_URL must not fail a cut. */
const APPLICABLE_VARIABLES =
  'YTDLP_PATH YTDLP_CHANNEL YOUTUBE_SCRIPTS YOUTUBE_SECONDS OUTBOUND_PROXY OUTBOUND_PROXIES OUTBOUND_ALLOW SSL_CERT_FILE NODE_EXTRA_CA_CERTS DATA_DIR PATH'.split(
    ' ',
  )

/** Number of media processes that start early. One inspects the file, and one cuts it. */
const PRESTARTED_PROCESS_COUNT = 2

/** Default variables of the command line, where waits may be longer than on a page. */
const COMMAND_LINE_DEFAULTS = { YOUTUBE_SECONDS: '60' }

/**
 * Opens a video without database and web server. `link` is a path, the link of any source, or `sample`.
 * Returns a refusal for other links and for videos that cannot be opened. Throws EnvironmentError.
 */
export async function openLink(
  link: string,
  options: OpenLinkOptions,
): Promise<{ ok: true; video: OpenedVideo; close(): Promise<void> } | Refusal> {
  const input = await recognizeInput(link, options.directory)
  const clipId = input ? null : youtubeClipId(link)
  if (!input && clipId === null) return { ok: false, code: whyNoVideo(link) }
  await using resources = new AsyncDisposableStack()
  const { scratchDirectory, signal } = options
  const settings = readEnvironment({
    ...COMMAND_LINE_DEFAULTS,
    ...Object.fromEntries(Object.entries(options.environment).filter(([name]) => APPLICABLE_VARIABLES.includes(name))),
  })
  await checkAuthorities(settings.extraCaFile)
  const engine = createMediaEngine({ scratchDirectory, processesAhead: PRESTARTED_PROCESS_COUNT })
  resources.defer(() => engine.close())
  const storage = {
    files: createDiskFileStore({ filesPath: scratchDirectory, scratchPath: scratchDirectory }),
    clock: { now: () => new Date() },
  }
  const { sources } = await openSources({
    settings,
    engine,
    resources,
    ...storage,
    // No source prepares itself in the background, because only the given link is opened.
    listSwitchedOn: async () => [],
    toolsDirectory: join(settings.dataDirectory, 'tools'),
  })
  const clip = clipId === null ? null : await sources.youtube.findClip(clipId, signal)
  if (clip && !clip.ok) return clip
  const recognizedInput: RecognizedInput = input ?? { source: 'youtube', ...clip! }
  const source =
    recognizedInput.source === 'file' ? createLocalFileSource({ engine, ...storage }) : sources[recognizedInput.source]
  if (!source) return { ok: false, code: 'source_off' }
  const openResult = await openVideo(engine, source, recognizedInput, signal)
  if (!openResult.ok) return openResult
  const keptResources = resources.move()
  return { ...openResult, close: () => keptResources.disposeAsync() }
}

/** Trusts the certificates in SSL_CERT_FILE for calls to another Kerf server (`--server`). Throws EnvironmentError. */
export async function trustAuthorities({ SSL_CERT_FILE: path }: NodeJS.ProcessEnv): Promise<void> {
  if (!path) return
  await checkAuthorities(path)
  if (!trustFromNowOn(await readFile(path, 'utf8')))
    throw new EnvironmentError('SSL_CERT_FILE and --server together need Node 24.5. Use NODE_EXTRA_CA_CERTS.')
}

type RecognizedInput = Omit<RecognizedLink, 'source'> & { source: RecognizedLink['source'] | 'file' }

async function recognizeInput(link: string, directory: string): Promise<RecognizedInput | null> {
  if (link === 'sample') return recognizeLink(SAMPLE_LINK, [])
  const path = resolve(directory, link)
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
  return isFile ? { source: 'file', reference: path } : recognizeLink(link, SOURCES)
}
