// Zod compiles object parsers with `new Function` where it may, and tries whether it may. Under our content security policy
// it may not, and each try would be reported as a violation. Must run before zod is loaded.
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
settings.__zod_globalConfig = { ...settings.__zod_globalConfig, jitless: true }
