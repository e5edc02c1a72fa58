import { loadModulesQuickly } from './config/compile-cache.ts'
import { OPERATOR_COMMANDS } from './config/operator-commands.ts'

/** Only this user can read the files that this process and its children write. */
process.umask(0o077)

/** The compile cache must be on before other modules load, so the imports below are dynamic. */
loadModulesQuickly()

/**
 * `node main.ts serve|web|worker` runs until it is stopped. The commands for operators run once and exit.
 */
const [word = 'serve'] = process.argv.slice(2)
if (OPERATOR_COMMANDS.includes(word)) await import('./operator-command.ts')
else await import('./serve.ts')
