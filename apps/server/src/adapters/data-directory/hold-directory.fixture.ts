import { openDataDirectory } from './data-directory.ts'

/** Takes the data directory, says so, and keeps it until it is killed; or says why it cannot have it. */
const [path = '', url = '', sharing = ''] = process.argv.slice(2)
try {
  const directory = await openDataDirectory(path, { shared: sharing === 'shared' })
  if (url) await directory.announce({ url })
  console.log('held')
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log(`refused ${(error as Error).name} ${(error as Error).message}`)
}
