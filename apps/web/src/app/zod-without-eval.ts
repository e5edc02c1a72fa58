// Zod tests whether it may compile object parsers with `new Function`. Our content security policy forbids that, and
// browsers would report each test as a violation. This module must run before zod is loaded.
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
settings.__zod_globalConfig = { ...settings.__zod_globalConfig, jitless: true }
