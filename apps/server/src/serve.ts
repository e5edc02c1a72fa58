import { keepCompiledModules } from './config/compile-cache.ts'
import { describeStartupError } from './config/environment/describe-startup-error.ts'
import { readEnvironment } from './config/environment/environment.ts'
import { OPERATOR_COMMANDS } from './config/operator-commands.ts'
import { startServerProcess } from './config/start-server-process.ts'
import type { ProcessRole } from './ports/processes.ts'

const ROLES: readonly ProcessRole[] = ['serve', 'web', 'worker']

/** Scripts of package.json that `exec` this process, so that npm is its parent. So is `npx kerf serve`. */
const ROLE_SCRIPTS = ['start', 'web', 'worker', 'npx']
const PARENT_CHECK_INTERVAL_MILLISECONDS = 500
const parent = process.ppid
const REPEATED_SIGNAL_GRACE_MILLISECONDS = 1000

/** `node main.ts serve|web|worker`: `web` answers requests, `worker` runs jobs, `serve` does both in one process. */
const roleName = process.argv[2] ?? 'serve'
const role = ROLES.find((name) => name === roleName)
if (!role) fail(`There is no role or command called ${roleName}. Use: ${[...ROLES, ...OPERATOR_COMMANDS].join(', ')}`)

try {
  const kerf = await startServerProcess(readEnvironment(process.env, role))
  const stop = stopOnce(kerf.stop)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  if (ROLE_SCRIPTS.includes(process.env.npm_lifecycle_event ?? '')) stopAfter(parent, stop)
  const setup = kerf.setupLink ? `\n\n${setupSentences(kerf.setupLink)}\n` : ''
  // One write, so a reader that waits for the first line has all of it.
  console.log(`Kerf is ready at ${kerf.url}${setup}`)
  keepCompiledModules()
} catch (error) {
  // An error that the operator can fix is printed as a sentence, any other error with its stack.
  fail(describeStartupError(error) ?? error)
}

/** The setup link is printed, not logged: logs are collected and stored for longer than the link works. */
function setupSentences(link: string): string {
  return [
    'There is no admin yet. Open this link within one hour to become the admin:',
    '',
    `  ${link}`,
    '',
    'It works once. If you come by another address, put that in front of /setup. A restart prints a new link.',
  ].join('\n')
}

/**
 * The first call stops in order, a later one exits at once. A terminal's signal arrives twice: directly and through
 * npm.
 */
function stopOnce(stop: () => Promise<void>): () => void {
  let stoppingSince: number | null = null
  return () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > REPEATED_SIGNAL_GRACE_MILLISECONDS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    console.log('Stopping. Running cuts can finish, waiting ones stay in the queue ...')
    stop().then(() => process.exit(0), fail)
  }
}

/**
 * Stops when npm has ended. npm forwards only TERM and INT, and a server without npm would hold port and data folder.
 */
function stopAfter(parentId: number, stop: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === parentId) return
    clearInterval(watch)
    stop()
  }, PARENT_CHECK_INTERVAL_MILLISECONDS)
}

function fail(reason: unknown): never {
  console.error(reason)
  process.exit(1)
}
