import { openDatabase } from '../database/open-database.ts'

/** A worker for both queues. Each job prints that it has begun, and never ends. */
const [databaseUrl = '', folder = ''] = process.argv.slice(2)
const database = await openDatabase({
  databaseUrl: databaseUrl || null,
  folder,
  onError: (error) => {
    throw error
  },
})
await database.cutWorker.start(1, async (clipId) => {
  console.log(`began ${clipId}`)
  await new Promise(() => undefined)
})
await database.mailWorker.start(async ({ kind }) => {
  console.log(`began ${kind}`)
  await new Promise(() => undefined)
})
console.log('ready')
