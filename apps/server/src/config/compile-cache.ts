import { enableCompileCache, flushCompileCache, type ResolveHookSync, registerHooks } from 'node:module'
import { join } from 'node:path'

/** Beside what the build makes. Where it cannot be written, Node does without, silently. */
const COMPILE_CACHE = join(import.meta.dirname, '../../../../.build/compile-cache')

const DRIZZLE = '/node_modules/drizzle-orm/'

/** Call it before modules are loaded by `import()`. On 2 cores: 0.7 s instead of 1.5 s for 1,600 modules. */
export function loadModulesQuickly(): void {
  enableCompileCache({ directory: COMPILE_CACHE, portable: true })
  registerHooks({ resolve: resolveDrizzle })
}

/** Keeps what was compiled for the next start: Node itself would only do so at an orderly end. */
export function keepCompiledModules(): void {
  flushCompileCache()
}

/** Node parses drizzle-orm's 175 kB package.json for each of its 112 files, which takes 0.4 s. */
const resolveDrizzle: ResolveHookSync = (specifier, context, next) => {
  const { parentURL } = context
  if (!parentURL?.includes(DRIZZLE) || !specifier.startsWith('.') || !specifier.endsWith('.js'))
    return next(specifier, context)
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
}
