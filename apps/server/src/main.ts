import { loadModulesQuickly } from './config/quick-modules.ts'

/** The rest is imported only now, because what makes modules load quicker has to be there before they are. */
loadModulesQuickly()
await import('./serve.ts')
