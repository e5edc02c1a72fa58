import { loadModulesQuickly } from './config/compile-cache.ts'

/**
 * Serves as main.ts does, with a clock that is ahead by the first argument, in milliseconds. The parent process can
 * send another offset, so a journey can skip months. With `still` as second argument the clock stands still: on a
 * slow machine, waits of seconds do not end too early.
 */
const startedAt = Date.now()
const standsStill = process.argv[3] === 'still'
let aheadMilliseconds = Number(process.argv[2])
process.on('message', (milliseconds) => {
  aheadMilliseconds = Number(milliseconds)
  process.send?.('set')
})
loadModulesQuickly()
const { readEnvironment } = await import('./config/environment/environment.ts')
const { startServerProcess } = await import('./config/start-server-process.ts')
const kerf = await startServerProcess(readEnvironment(process.env), {
  now: () => new Date((standsStill ? startedAt : Date.now()) + aheadMilliseconds),
})
console.log(`Kerf is ready at ${kerf.url}`)
process.on('SIGTERM', () => void kerf.stop().then(() => process.exit(0)))
