import { describeStartupError } from './config/describe-startup-error.ts'
import { readEnvironment } from './config/environment/environment.ts'
import { runRecordCommand } from './config/records/run-record-command.ts'
import { runAdminCommand } from './config/run-admin-command.ts'

/**
 * Runs `npm run admin`, `migrate`, `backup`, `restore` and `move`: commands for operators on the server's own
 * machine.
 */
const words = process.argv.slice(2)
try {
  const settings = readEnvironment(process.env)
  const isAdmin = words[0] === 'admin'
  console.log(await (isAdmin ? runAdminCommand(words.slice(1), settings) : runRecordCommand(words, settings)))
} catch (error) {
  console.error(describeStartupError(error) ?? error)
  process.exitCode = 1
}
