import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, off, say } from '@kerf/domain/health/health-check'
import { type Standing, type StandingPart, standingOf } from '@kerf/domain/health/standing'
import { createMediaEngine } from '../../adapters/media-process/media-engine.ts'
import { openUpdates } from '../../adapters/updates/open-updates.ts'
import { checkEmail, checkEngine, checkUpdates } from '../../use-cases/health/report-admin-health.ts'
import { checkAuthorities, type Settings } from '../environment/environment.ts'
import { ownVersion } from '../environment/own-version.ts'
import { inspectDisk, inspectSources, inspectStorage } from './inspect-machine.ts'
import { inspectRecords, plainCheck, type RecordsReport } from './inspect-records.ts'

const clock = { now: () => new Date() }

/**
 * Reports in a terminal what the first card of the admin panel shows. It reads the settings of `serve`, needs no
 * running server, starts no job, and writes only to a temporary folder.
 */
export async function runDoctor(settings: Settings): Promise<{ text: string; canCut: boolean }> {
  await checkAuthorities(settings.extraCaFile)
  await using resources = new AsyncDisposableStack()
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'kerf-doctor-'))
  resources.defer(() => rm(temporaryFolder, { recursive: true, force: true }))
  const engine = createMediaEngine({ scratchDirectory: temporaryFolder, processesAhead: 0 })
  resources.defer(() => engine.close())
  const version = await ownVersion()
  const newestVersion = await openUpdates({ settings, clock, resources })
  const records = await inspectRecords(settings, temporaryFolder)
  const [source, engineCheck, disk, storage, mail, updates] = await Promise.all([
    inspectYoutube(settings, records, { engine, temporaryFolder }),
    checkEngine({ engine, clock, caches: { engineCheck: null } }),
    inspectDisk(settings),
    records.checks.storage ?? inspectStorage(settings),
    inspectMail(settings, records),
    checkUpdates({ version, newestVersion }),
  ])
  const checks = { ...records.checks, storage, source, engine: engineCheck, disk, mail, updates }
  const standing = standingOf({ ...checks, address: describeAddress(settings) })
  return { text: formatReport(version, settings, standing), canCut: standing.cutting.state !== 'failing' }
}

function inspectYoutube(
  settings: Settings,
  { resolver, sources }: RecordsReport,
  engineAndFolder: Pick<Parameters<typeof inspectSources>[0], 'engine' | 'temporaryFolder'>,
): Promise<Check> | Check {
  if (resolver?.state === 'off') return off(say('resolver_off'))
  return inspectSources({ settings, sources: sources ?? settings.sources, clock, ...engineAndFolder })
}

function inspectMail({ smtpUrl, dataDirectory }: Settings, { emails }: RecordsReport): Promise<Check> {
  const delivery = {
    place: smtpUrl?.host ?? join(dataDirectory, 'outbox'),
    toOutbox: smtpUrl === null,
    lastFailure: null,
  }
  return checkEmail({ mailWorker: { emails: async () => emails }, emailDelivery: async () => delivery, clock })
}

function describeAddress({ publicUrl, trustedProxies }: Settings): Check {
  if (publicUrl) return plainCheck('untested', `It is ${publicUrl.href}. The admin panel tests it from a browser.`)
  return plainCheck(
    'untested',
    trustedProxies > 0
      ? 'It is the one that the proxy in front passes on. The admin panel tests it from a browser.'
      : 'PUBLIC_URL is not set, so people can use localhost, IP addresses and names of the local network only.',
  )
}

const capitalize = (part: StandingPart): string => part.charAt(0).toUpperCase() + part.slice(1)

function formatReport(version: string, { dataDirectory, databaseUrl }: Settings, { cutting, lines }: Standing): string {
  const location = databaseUrl === null ? dataDirectory : `${dataDirectory}, with DATABASE_URL`
  const width = Math.max(...lines.map(({ check }) => check.state.length)) + 2
  return [
    `Kerf ${version} on ${location}`,
    '',
    cutting.message,
    '',
    ...lines.map(({ part, check }) => `${check.state.padEnd(width)}${capitalize(part)}: ${check.message}`),
  ].join('\n')
}
