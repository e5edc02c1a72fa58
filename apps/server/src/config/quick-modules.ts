import { enableCompileCache, flushCompileCache, type ResolveHookSync, registerHooks } from 'node:module'
import { join } from 'node:path'

/** Beside what the build makes. Where it cannot be written, Node does without, silently. */
const COMPILE_CACHE = join(import.meta.dirname, '../../../../.build/compile-cache')

const DRIZZLE = '/node_modules/drizzle-orm/'

/**
 * Makes modules that are imported from now on load quicker; so it has to be called before the first of them is, and they
 * have to be imported by `import()`. Measured on 2 cores, the server's 1,600 modules: 1.5 s without, 0.7 s with it.
 */
export function loadModulesQuickly(): void {
  enableCompileCache({ directory: COMPILE_CACHE, portable: true })
  registerHooks({ resolve: resolveDrizzle })
}

/** Keeps what was compiled for the next start: Node itself would only do so at an orderly end. */
export function keepCompiledModules(): void {
  flushCompileCache()
}

/**
 * Node asks for each `.js` file's format in the package.json above it, and parses all of its `exports` for that each time.
 * drizzle-orm's are 175 kB, so its 112 files take 0.4 s. All of them are ES modules, and import each other by path.
 */
const resolveDrizzle: ResolveHookSync = (specifier, context, next) => {
  const { parentURL } = context
  if (!parentURL?.includes(DRIZZLE) || !specifier.startsWith('.') || !specifier.endsWith('.js'))
    return next(specifier, context)
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
}
