import { watchConnections } from '@kerf/standins/hostile/connection-witness'
import { loadModulesQuickly } from './config/compile-cache.ts'

/**
 * Serves as main.ts does, with the test's own timeouts and name server. Each message of the parent process is
 * answered with the connections that this process has tried since the previous message.
 */
const { dnsServer, ...outside } = JSON.parse(process.argv[2] ?? '{}')
const witness = watchConnections()
process.on('message', () => process.send?.(witness.takeAttempts()))
loadModulesQuickly()
const { readEnvironment } = await import('./config/environment/environment.ts')
const { startServerProcess } = await import('./config/start-server-process.ts')
const { lookupAt } = await import('./adapters/outbound/lookup-at.fixture.ts')
const kerf = await startServerProcess(
  readEnvironment(process.env),
  { now: () => new Date() },
  { ...outside, ...(dnsServer && { lookup: lookupAt(dnsServer) }) },
)
console.log(`Kerf is ready at ${kerf.url}`)
process.on('SIGTERM', () => void kerf.stop().then(() => process.exit(0)))
