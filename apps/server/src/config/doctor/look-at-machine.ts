import { access, constants, readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Check, checkOf, failing, off, ok, say } from '@kerf/domain/health/health-check'
import { checkSources } from '@kerf/domain/health/standing'
import type { SwitchableSource } from '@kerf/domain/site/site-settings'
import { isThere } from '../../adapters/data-directory/make-folder.ts'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MediaEngine } from '../../ports/media.ts'
import { checkDisk, checkStorage } from '../../use-cases/health/report-health.ts'
import type { Settings } from '../environment/environment.ts'
import { openSources, PUBLIC_VIDEO } from '../sources/open-sources.ts'

const MAY_USE = constants.R_OK | constants.W_OK | constants.X_OK

/** Checks the disk of DATA_DIR, or of the folder in which a first start would make it. */
export async function lookAtDisk({ dataDirectory }: Pick<Settings, 'dataDirectory'>): Promise<Check> {
  const folder = await nearestFolder(dataDirectory)
  return await checkDisk({
    async diskSpace() {
      await access(folder, MAY_USE)
      return await spaceOf(folder)
    },
  })
}

/** Checks the file store of the settings, without claiming a folder or bucket that is new. */
export async function lookAtStorage({
  storage,
  extraCaFile,
}: Pick<Settings, 'storage' | 'extraCaFile'>): Promise<Check> {
  if (storage.kind === 'disk') {
    // Without a folder of their own, clips are in DATA_DIR, which lookAtDisk checks.
    if (storage.path === null) return ok(say('storage_ok'))
    const folder = await nearestFolder(storage.path)
    const freeBytes = async () => (await spaceOf(folder)).freeBytes
    return await checkStorage({ files: { freeBytes, check: () => access(folder, MAY_USE) } })
  }
  const { askS3 } = await import('../../adapters/file-store/s3-file-store.ts')
  const extraCaPem = extraCaFile ? await readFile(extraCaFile, 'utf8') : undefined
  return await checkStorage({ files: { freeBytes: async () => null, check: () => askS3(storage, { extraCaPem }) } })
}

async function nearestFolder(path: string): Promise<string> {
  return (await isThere(path)) || dirname(path) === path ? path : nearestFolder(dirname(path))
}

async function spaceOf(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

interface SourceDeps {
  settings: Settings
  /** Sources that are switched on. */
  sources: readonly SwitchableSource[]
  engine: MediaEngine
  /** Folder for temporary files. */
  folder: string
  clock: Clock
}

/** Asks YouTube about a video, if it is switched on, by the steps and addresses of the settings. Fetches no yt-dlp. */
export async function lookAtSources({ settings, sources, engine, folder, clock }: SourceDeps): Promise<Check> {
  // Sites are not asked: there is no video that each of them surely has.
  if (!sources.includes('youtube')) return checkSources(off(say('resolver_off')), sources)
  await using opened = new AsyncDisposableStack()
  const youtube = await openSources({
    settings,
    switchedOn: async () => ['youtube'],
    engine,
    files: createDiskFileStore({ filesPath: folder, scratchPath: folder }),
    clock,
    toolsDirectory: join(settings.dataDirectory, 'tools'),
    isReadOnly: true,
    opened,
  })
  const answer = await youtube.sources.youtube.resolve(
    PUBLIC_VIDEO,
    AbortSignal.timeout(2 * 1000 * settings.youtubeSeconds),
  )
  const { state, says } = await youtube.resolverHealth()
  // A server waits for three videos before it blames YouTube. Here, one that everybody can see is enough.
  if (state === 'untested' && !answer.ok)
    return checkSources(failing(say('resolver_unanswered', answer.cause ?? answer.code)), sources)
  return checkSources(checkOf(state, ...says.filter(({ code }) => code !== 'resolver_fetching')), sources)
}
