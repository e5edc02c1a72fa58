import { loadModulesQuickly } from '../compile-cache.ts'

/** Tests load this module into their processes with `node --import`. */
loadModulesQuickly()
