import { loadModulesQuickly } from '../apps/server/src/config/compile-cache.ts'
import { buildProducts, ONLY_IF_STALE, productNamed } from './build-products.ts'

/**
 * Builds web app, database template and media process. `--if-stale`: only those whose sources have changed, for the
 * next start on this machine.
 */
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
