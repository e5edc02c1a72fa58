import { loadModulesQuickly } from '../apps/server/src/config/compile-cache.ts'
import { buildProducts, ONLY_IF_STALE, productNamed } from './build-products.ts'

// Builds the web app, the database template and the media process. `--if-stale` builds only what has changed, and
// quickly, as a start on this machine needs it.

loadModulesQuickly()
const onlyIfStale = process.argv.includes(ONLY_IF_STALE)

const ownProduct = productNamed(process.argv)
if (ownProduct) {
  // A stopped build leaves no process behind.
  process.once('disconnect', () => process.exit(1))
  await ownProduct.make(onlyIfStale)
  process.exit()
} else {
  await buildProducts(onlyIfStale)
}
