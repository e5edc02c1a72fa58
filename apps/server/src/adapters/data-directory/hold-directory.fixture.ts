import { openDataDirectory } from './data-directory.ts'

/** Locks the data directory, prints `held` and waits to be killed. Prints the error if the lock fails. */
const [path = '', url = '', sharing = ''] = process.argv.slice(2)
try {
  const directory = await openDataDirectory(path, { shared: sharing === 'shared' })
  if (url) await directory.announce({ url })
  console.log('held')
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log(`refused ${(error as Error).name} ${(error as Error).message}`)
}
