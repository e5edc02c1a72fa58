import { runHardened } from './hardened-run.ts'

/** Starts a program that would run for long, and exits as soon as the parent says so. Prints nothing by itself. */
const [path = '', proxyUrl = ''] = process.argv.slice(2)
void runHardened({ path, args: [proxyUrl], proxyUrl, timeoutMilliseconds: 60_000 })
process.once('message', () => process.exit(0))
