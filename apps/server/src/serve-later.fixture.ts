import { loadModulesQuickly } from './config/compile-cache.ts'

/**
 * Serves as main.ts does, by a clock that is this much ahead, and that whoever started it may set further: for journeys
 * between whose steps months go by. With "still" it stands still between: waits of seconds are not over while a slow machine
 * is on its way.
 */
const startedAt = Date.now()
const standsStill = process.argv[3] === 'still'
let aheadMilliseconds = Number(process.argv[2])
process.on('message', (ahead) => {
  aheadMilliseconds = Number(ahead)
  process.send?.('set')
})
loadModulesQuickly()
const { readEnvironment } = await import('./config/environment/environment.ts')
const { startKerf } = await import('./config/start-kerf.ts')
const kerf = await startKerf(readEnvironment(process.env), {
  now: () => new Date((standsStill ? startedAt : Date.now()) + aheadMilliseconds),
})
console.log(`Kerf is ready at ${kerf.url}`)
process.on('SIGTERM', () => void kerf.stop().then(() => process.exit(0)))
