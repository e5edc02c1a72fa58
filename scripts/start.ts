import { loadModulesQuickly } from '../apps/server/src/config/compile-cache.ts'
import { buildProducts } from './build-products.ts'

/**
 * `node start.ts serve|web|worker`: builds what has changed, then becomes the server. It serves as soon as its pages
 * are built in one language, and builds the others then.
 */
loadModulesQuickly()
const npm = process.ppid
const builds = buildProducts(true, async () => {
  await modules
  // npm does not forward SIGHUP. A server that outlives npm would keep its port and its data folder.
  if (process.ppid !== npm) process.exit(1)
  await import('../apps/server/src/main.ts')
})
// The server's modules load while other processes build.
const modules = import('../apps/server/src/config/start-server-process.ts')
await builds
