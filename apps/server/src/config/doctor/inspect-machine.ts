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
import { openSources, YTDLP_TEST_VIDEO_ID } from '../sources/open-sources.ts'

const FULL_ACCESS = constants.R_OK | constants.W_OK | constants.X_OK

/** Checks the disk of DATA_DIR. Before the first start, it checks the disk of the folder that will contain DATA_DIR. */
export async function inspectDisk({ dataDirectory }: Pick<Settings, 'dataDirectory'>): Promise<Check> {
  const folder = await nearestFolder(dataDirectory)
  return await checkDisk({
    async diskSpace() {
      await access(folder, FULL_ACCESS)
      return await statSpace(folder)
    },
  })
}

/** Checks the configured file store. Does not claim a new folder or bucket. */
export async function inspectStorage({
  storage,
  extraCaFile,
}: Pick<Settings, 'storage' | 'extraCaFile'>): Promise<Check> {
  if (storage.kind === 'disk') {
    // Without a separate folder, clips are in DATA_DIR, which inspectDisk checks.
    if (storage.path === null) return ok(say('storage_ok'))
    const folder = await nearestFolder(storage.path)
    const freeBytes = async () => (await statSpace(folder)).freeBytes
    return await checkStorage({ files: { freeBytes, check: () => access(folder, FULL_ACCESS) } })
  }
  const { askS3 } = await import('../../adapters/file-store/s3-file-store.ts')
  const extraCaPem = extraCaFile ? await readFile(extraCaFile, 'utf8') : undefined
  return await checkStorage({ files: { freeBytes: async () => null, check: () => askS3(storage, { extraCaPem }) } })
}

async function nearestFolder(path: string): Promise<string> {
  return (await isThere(path)) || dirname(path) === path ? path : nearestFolder(dirname(path))
}

async function statSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

interface SourceDeps {
  settings: Settings
  /** Sources that are switched on. */
  sources: readonly SwitchableSource[]
  engine: MediaEngine
  /** Folder for temporary files. */
  temporaryFolder: string
  clock: Clock
}

/** If YouTube is switched on, resolves a video with the steps and proxies of the settings. Does not fetch yt-dlp. */
export async function inspectSources({
  settings,
  sources,
  engine,
  temporaryFolder,
  clock,
}: SourceDeps): Promise<Check> {
  // Sites are not queried: there is no video that each of them surely has.
  if (!sources.includes('youtube')) return checkSources(off(say('resolver_off')), sources)
  await using resources = new AsyncDisposableStack()
  const youtube = await openSources({
    settings,
    listSwitchedOn: async () => ['youtube'],
    engine,
    files: createDiskFileStore({ filesPath: temporaryFolder, scratchPath: temporaryFolder }),
    clock,
    toolsDirectory: join(settings.dataDirectory, 'tools'),
    isReadOnly: true,
    resources,
  })
  const resolution = await youtube.sources.youtube.resolve(
    YTDLP_TEST_VIDEO_ID,
    AbortSignal.timeout(2 * 1000 * settings.youtubeSeconds),
  )
  const { state, says } = await youtube.resolverHealth()
  // A running server blames YouTube only after three videos. Here, one public video is enough.
  if (state === 'untested' && !resolution.ok)
    return checkSources(failing(say('resolver_unanswered', resolution.cause ?? resolution.code)), sources)
  return checkSources(checkOf(state, ...says.filter(({ code }) => code !== 'resolver_fetching')), sources)
}
