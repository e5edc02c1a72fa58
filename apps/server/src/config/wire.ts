import type { Logger } from 'pino'
import { closeDoor } from '../http/guards/leave.ts'
import type { Clock } from '../ports/clock.ts'
import { type EffectiveSettings, effectiveSettings } from '../use-cases/shared/effective-settings.ts'
import type { Settings } from './environment/environment.ts'
import { greetAdmins } from './greet-admins.ts'
import { layFoundations } from './lay-foundations.ts'
import { openToAll, openToOperator } from './open-door.ts'
import type { Outside } from './open-sources.ts'
import { startEmails, startWork } from './start-work.ts'

/** Running cuts, answers and emails may take this long to finish when the server is asked to stop. Managers wait 30 s. */
const DRAIN_MILLISECONDS = 20_000

const systemClock: Clock = { now: () => new Date() }

export interface RunningServer {
  url: string
  stop(): Promise<void>
}

/**
 * Puts everything together and starts what its role asks for: `web` shows, `worker` cuts, sweeps and sends, `serve` is both in one
 * process. What was opened closes in reverse.
 */
export async function startKerf(
  settings: Settings,
  clock: Clock = systemClock,
  outside: Outside = {},
): Promise<RunningServer> {
  const opened = new AsyncDisposableStack()
  try {
    const url = await start(settings, clock, outside, opened)
    return { url, stop: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function start(
  settings: Settings,
  clock: Clock,
  outside: Outside,
  opened: AsyncDisposableStack,
): Promise<string> {
  const { role } = settings
  const base = await layFoundations(settings, clock, outside, opened)
  const { database, engine, directory, log } = base
  // One after the other: of several that start at once, each would make the same account.
  if (role !== 'worker') await database.rounds.inTurn('first-admin', () => greetAdmins(base))
  if (role !== 'web') await startWork(base)
  const app = role === 'worker' ? openToOperator(base) : await openToAll(base)
  opened.defer(() => closeDoor(app))
  const address = await app.listen({ port: settings.port, host: settings.host })
  const url = reachableUrl(address)
  if (role !== 'web') await startEmails(base, url)
  // First of all, and all at the same time: together they may take no longer than one of them.
  opened.defer(async () => {
    engine.stopPreviews()
    const { cutWorker, mailWorker } = database
    const work = role === 'web' ? [] : [cutWorker.stop(DRAIN_MILLISECONDS), mailWorker.stop()]
    await Promise.all([app.leave(DRAIN_MILLISECONDS), ...work])
  })
  await directory.announce({ url })
  logStart(log, settings, url, await effectiveSettings(database.records, base.presets))
  return url
}

/** `0.0.0.0` is where the server listens, not where a browser goes. */
function reachableUrl(address: string): string {
  return address.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:')
}

function logStart(log: Logger, settings: Settings, url: string, effective: EffectiveSettings): void {
  const { role, workerConcurrency, dataDirectory } = settings
  const { sources, retentionHours } = effective
  const cuts = role === 'web' ? {} : { workerConcurrency }
  log.info({ url, dataDirectory, sources, retentionHours, ...cuts }, 'started')
}
