import { enableCompileCache, flushCompileCache, type ResolveHookSync, registerHooks } from 'node:module'
import { join } from 'node:path'

/** Folder for compiled modules, next to the output of the build. If it is not writable, Node works without it. */
const COMPILE_CACHE_FOLDER = join(import.meta.dirname, '../../../../.build/compile-cache')

const DRIZZLE_PATH = '/node_modules/drizzle-orm/'

/** Speeds up later calls of `import()`. On 2 cores, 1,600 modules load in 0.7 s instead of 1.5 s. */
export function loadModulesQuickly(): void {
  enableCompileCache(COMPILE_CACHE_FOLDER)
  registerHooks({ resolve: resolveDrizzle })
}

/** Stores compiled modules for the next start. Node itself would store them only at a regular exit. */
export function keepCompiledModules(): void {
  flushCompileCache()
}

/** Resolves imports inside drizzle-orm. Node would parse its 175 kB package.json for each of 112 files, which takes 0.4 s. */
const resolveDrizzle: ResolveHookSync = (specifier, context, nextResolve) => {
  const { parentURL } = context
  if (!parentURL?.includes(DRIZZLE_PATH) || !specifier.startsWith('.') || !specifier.endsWith('.js'))
    return nextResolve(specifier, context)
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
}
