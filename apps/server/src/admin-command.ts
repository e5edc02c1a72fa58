import { EnvironmentError, readEnvironment } from './config/environment.ts'
import { AdminCommandError, runAdminCommand } from './config/run-admin-command.ts'

/** `npm run admin -- create EMAIL`, while the server is stopped or on a PostgreSQL of its own. */
try {
  console.log(await runAdminCommand(process.argv.slice(3), readEnvironment(process.env)))
} catch (error) {
  const isExpected =
    error instanceof AdminCommandError ||
    error instanceof EnvironmentError ||
    (error instanceof Error && error.name === 'DataDirectoryError')
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
