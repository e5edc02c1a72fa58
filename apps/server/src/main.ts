import { loadModulesQuickly } from './config/compile-cache.ts'
import { RECORD_COMMANDS } from './config/record-commands.ts'

/** Whatever this process and its children write is for this user alone. */
process.umask(0o077)

/** The rest is imported only now, because what makes modules load quicker has to be there before they are. */
loadModulesQuickly()

/** `node main.ts serve|web|worker` runs until it is stopped; any other word is a command that an operator gives once. */
const [word = 'serve'] = process.argv.slice(2)
if (word === 'admin' || RECORD_COMMANDS.includes(word)) await import('./operator-command.ts')
else await import('./serve.ts')
