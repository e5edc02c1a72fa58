import { loadModulesQuickly } from '../compile-cache.ts'

/** Preload for processes of tests: `node --import`. */
loadModulesQuickly()
