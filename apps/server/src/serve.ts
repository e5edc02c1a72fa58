import { keepCompiledModules } from './config/compile-cache.ts'
import { describeStartupError } from './config/describe-startup-error.ts'
import { readEnvironment } from './config/environment/environment.ts'
import { RECORD_COMMANDS } from './config/record-commands.ts'
import { startKerf } from './config/start-kerf.ts'
import type { ProcessRole } from './ports/processes.ts'

const ROLES: readonly ProcessRole[] = ['serve', 'web', 'worker']

/** `node main.ts serve|web|worker`: what people see, what is done for them, or both in one process. */
const wanted = process.argv[2] ?? 'serve'
const role = ROLES.find((name) => name === wanted)
if (!role)
  fail(`There is no role or command called ${wanted}. Use: ${[...ROLES, 'admin', ...RECORD_COMMANDS].join(', ')}`)

try {
  const kerf = await startKerf(readEnvironment(process.env, role))
  stopOnSignals(kerf.stop)
  const setup = kerf.setupLink ? `\n\n${setupSentences(kerf.setupLink)}\n` : ''
  // At once: whoever waits for the first line has read all of it.
  console.log(`Kerf is ready at ${kerf.url}${setup}`)
  keepCompiledModules()
} catch (error) {
  // What an operator can mend is said in a sentence; only a surprise is shown with its stack.
  fail(describeStartupError(error) ?? error)
}

/** Printed rather than logged: logs are collected, and kept for longer than the link works. */
function setupSentences(link: string): string {
  return [
    'There is no admin yet. Open this link within one hour to become the admin:',
    '',
    `  ${link}`,
    '',
    'It works once. If you come by another address, put that in front of /setup. A restart prints a new link.',
  ].join('\n')
}

/** The first signal stops in order; the second one means it. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('Stopping. Running cuts can finish, waiting ones stay in the queue ...')
      stop().then(() => process.exit(0), fail)
    })
  }
}

function fail(reason: unknown): never {
  console.error(reason)
  process.exit(1)
}
