import { loadModulesQuickly } from '../compile-cache.ts'

/** For processes of tests, before they load anything else: `node --import`. */
loadModulesQuickly()
