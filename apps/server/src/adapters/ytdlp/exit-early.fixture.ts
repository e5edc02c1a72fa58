import { runHardened } from './hardened-run.ts'

/** Starts a program that runs for long, and exits when the parent process sends a message. Prints nothing itself. */
const [path = '', proxyUrl = ''] = process.argv.slice(2)
void runHardened({ path, args: [proxyUrl], proxyUrl, timeoutMilliseconds: 60_000 })
process.once('message', () => process.exit(0))
