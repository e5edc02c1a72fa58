import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SAMPLE_LINK, SOURCES } from '@kerf/domain/links/link'
import { type RecognizedLink, recognizeLink, whyNoVideo } from '@kerf/domain/links/recognize-link'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import { createLocalFileSource } from '../../adapters/local-file/local-file-source.ts'
import { createMediaEngine } from '../../adapters/media-process/media-engine.ts'
import { trustFromNowOn } from '../../adapters/outbound/outbound-dispatcher.ts'
import type { Refusal } from '../../ports/sources.ts'
import { type FoundVideo, openVideo } from '../../use-cases/downloads/cut-directly.ts'
import { checkAuthorities, EnvironmentError, readEnvironment } from '../environment/environment.ts'
import { openSources } from './open-sources.ts'

export type { Receipt } from '@kerf/contract/download'
export type { PlanFacts } from '@kerf/cutter/api/cut-plan'
export type { CutProgress } from '../../ports/media.ts'
export type { Refusal } from '../../ports/sources.ts'
export { type FoundVideo, inClipTime } from '../../use-cases/downloads/cut-directly.ts'
export { EnvironmentError } from '../environment/environment.ts'

export interface OpenLinkOptions {
  environment: NodeJS.ProcessEnv
  directory: string
  /** Clips are written in here, and nothing else is. */
  scratchDirectory: string
  signal: AbortSignal
}

/** Whatever else is set is a server's affair: nobody's cut fails for a DATABASE_URL that makes no sense. */
const UNDERSTOOD =
  'YTDLP_PATH YTDLP_CHANNEL YOUTUBE_SCRIPTS YOUTUBE_SECONDS OUTBOUND_PROXY OUTBOUND_PROXIES OUTBOUND_ALLOW SSL_CERT_FILE NODE_EXTRA_CA_CERTS DATA_DIR PATH'.split(
    ' ',
  )

/** One looks at the file, one cuts it. */
const PROCESSES_AHEAD = 2

/** At a command line nobody waits in front of a page. */
const USUAL = { YOUTUBE_SECONDS: '60' }

/** `link`: a path, the link of a file or YouTube video, or `sample`. Runs without database, web and viewers. */
export async function openLink(
  link: string,
  options: OpenLinkOptions,
): Promise<{ ok: true; video: FoundVideo; close(): Promise<void> } | Refusal> {
  const recognized = await recognize(link, options.directory)
  if (!recognized) return { ok: false, code: whyNoVideo(link) }
  await using opened = new AsyncDisposableStack()
  const { scratchDirectory, signal } = options
  const settings = readEnvironment({
    ...USUAL,
    ...Object.fromEntries(Object.entries(options.environment).filter(([name]) => UNDERSTOOD.includes(name))),
  })
  await checkAuthorities(settings.extraCaFile)
  const engine = createMediaEngine({ scratchDirectory, processesAhead: PROCESSES_AHEAD })
  opened.defer(() => engine.close())
  const storing = {
    files: createDiskFileStore({ filesPath: scratchDirectory, scratchPath: scratchDirectory }),
    clock: { now: () => new Date() },
  }
  const { sources } = await openSources({
    settings,
    engine,
    opened,
    ...storing,
    // Nothing is prepared for links that nobody has given.
    switchedOn: async () => [],
    toolsDirectory: join(settings.dataDirectory, 'tools'),
  })
  const source =
    recognized.source === 'file' ? createLocalFileSource({ engine, ...storing }) : sources[recognized.source]
  if (!source) return { ok: false, code: 'source_off' }
  const found = await openVideo(engine, source, recognized, signal)
  if (!found.ok) return found
  const kept = opened.move()
  return { ...found, close: () => kept.disposeAsync() }
}

/** Where a server cuts, its certificate may come from the authority that SSL_CERT_FILE names, too. Throws an EnvironmentError. */
export async function trustAuthorities({ SSL_CERT_FILE: path }: NodeJS.ProcessEnv): Promise<void> {
  if (!path) return
  await checkAuthorities(path)
  if (!trustFromNowOn(await readFile(path, 'utf8')))
    throw new EnvironmentError('SSL_CERT_FILE and --server together need Node 24.5. Use NODE_EXTRA_CA_CERTS.')
}

type Recognized = Omit<RecognizedLink, 'source'> & { source: RecognizedLink['source'] | 'file' }

async function recognize(link: string, directory: string): Promise<Recognized | null> {
  if (link === 'sample') return recognizeLink(SAMPLE_LINK, [])
  const path = resolve(directory, link)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  return isFile ? { source: 'file', reference: path } : recognizeLink(link, SOURCES)
}
