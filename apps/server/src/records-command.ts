import { EnvironmentError, readEnvironment } from './config/environment.ts'
import { RecordCommandError, runRecordCommand } from './config/records/run-record-command.ts'
import { sayUnreachable } from './config/records/say-unreachable.ts'

const EXPECTED = ['TransferError', 'DataDirectoryError']

/** `npm run migrate`, `backup`, `restore`, `move`: what an operator does with all rows at once. */
try {
  console.log(await runRecordCommand(process.argv.slice(2), readEnvironment(process.env)))
} catch (error) {
  const isExpected =
    error instanceof RecordCommandError ||
    error instanceof EnvironmentError ||
    (error instanceof Error && EXPECTED.includes(error.name))
  const unreachable = sayUnreachable(error)
  console.error(isExpected ? (error as Error).message : (unreachable ?? error))
  process.exitCode = 1
}
