import { keepCompiledModules } from './config/compile-cache.ts'
import { describeStartupError } from './config/describe-startup-error.ts'
import { readEnvironment } from './config/environment/environment.ts'
import { RECORD_COMMANDS } from './config/record-commands.ts'
import { startKerf } from './config/start-kerf.ts'
import type { ProcessRole } from './ports/processes.ts'

const ROLES: readonly ProcessRole[] = ['serve', 'web', 'worker']

/** Scripts of package.json whose process this one becomes (`exec`), so that its parent is npm. */
const ROLE_SCRIPTS = ['start', 'web', 'worker']
const PARENT_EVERY_MILLISECONDS = 500
const parent = process.ppid
const SAME_SIGNAL_MILLISECONDS = 1000

/** `node main.ts serve|web|worker`: what people see, what is done for them, or both in one process. */
const wanted = process.argv[2] ?? 'serve'
const role = ROLES.find((name) => name === wanted)
if (!role)
  fail(`There is no role or command called ${wanted}. Use: ${[...ROLES, 'admin', ...RECORD_COMMANDS].join(', ')}`)

try {
  const kerf = await startKerf(readEnvironment(process.env, role))
  const stop = stopOnce(kerf.stop)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  if (ROLE_SCRIPTS.includes(process.env.npm_lifecycle_event ?? '')) stopAfter(parent, stop)
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

/** The first call stops in order, a later one at once. A terminal's signal comes twice: from itself and through npm. */
function stopOnce(stop: () => Promise<void>): () => void {
  let stoppingSince: number | null = null
  return () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MILLISECONDS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    console.log('Stopping. Running cuts can finish, waiting ones stay in the queue ...')
    stop().then(() => process.exit(0), fail)
  }
}

/** npm passes TERM and INT on, and ends of anything else alone. A server without it would hold port and data folder. */
function stopAfter(parentId: number, stop: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === parentId) return
    clearInterval(watch)
    stop()
  }, PARENT_EVERY_MILLISECONDS)
}

function fail(reason: unknown): never {
  console.error(reason)
  process.exit(1)
}
