import { loadModulesQuickly } from './config/compile-cache.ts'
import { OPERATOR_COMMANDS } from './config/operator-commands.ts'

/** Files that this process and its children write are for this user alone. */
process.umask(0o077)

/** The compile cache must be on before other modules load, so the imports below are dynamic. */
loadModulesQuickly()

/**
 * `node main.ts serve|web|worker` runs until it is stopped. The commands for operators run once and exit.
 */
const [word = 'serve'] = process.argv.slice(2)
if (OPERATOR_COMMANDS.includes(word)) await import('./operator-command.ts')
else await import('./serve.ts')
