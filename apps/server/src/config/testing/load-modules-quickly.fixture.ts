import { loadModulesQuickly } from '../quick-modules.ts'

/** For processes of tests, before they load anything else: `node --import`. */
loadModulesQuickly()
