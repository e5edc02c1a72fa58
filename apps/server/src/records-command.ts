import { readEnvironment } from './config/environment/environment.ts'
import { runRecordCommand } from './config/records/run-record-command.ts'
import { sayMistake } from './config/say-mistake.ts'

/** `npm run migrate`, `backup`, `restore`, `move`: what an operator does with all rows at once. */
try {
  console.log(await runRecordCommand(process.argv.slice(2), readEnvironment(process.env)))
} catch (error) {
  console.error(sayMistake(error) ?? error)
  process.exitCode = 1
}
