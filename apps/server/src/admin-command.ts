import { readEnvironment } from './config/environment/environment.ts'
import { runAdminCommand } from './config/run-admin-command.ts'
import { sayMistake } from './config/say-mistake.ts'

/** `npm run admin -- create EMAIL`, while the server is stopped or on a PostgreSQL of its own. */
try {
  console.log(await runAdminCommand(process.argv.slice(3), readEnvironment(process.env)))
} catch (error) {
  console.error(sayMistake(error) ?? error)
  process.exitCode = 1
}
