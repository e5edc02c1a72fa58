import { describeStartupError } from './config/environment/describe-startup-error.ts'
import { readEnvironment } from './config/environment/environment.ts'
import { runRecordCommand } from './config/records/run-record-command.ts'
import { runAdminCommand } from './config/run-admin-command.ts'

/**
 * Runs `npm run admin`, `doctor`, `migrate`, `backup`, `restore` and `move`: commands for operators on the server's own
 * machine.
 */
const words = process.argv.slice(2)
const [command, ...parameters] = words
try {
  const settings = readEnvironment(process.env)
  if (command === 'doctor') {
    const { runDoctor } = await import('./config/doctor/run-doctor.ts')
    const { text, canCut } = await runDoctor(settings)
    console.log(text)
    if (!canCut) process.exitCode = 1
  } else if (command === 'admin') console.log(await runAdminCommand(parameters, settings))
  else console.log(await runRecordCommand(words, settings))
} catch (error) {
  console.error(describeStartupError(error) ?? error)
  process.exitCode = 1
}
