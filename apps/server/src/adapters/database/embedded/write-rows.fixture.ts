import { openDatabase } from '../open-database.ts'

/** Writes rows until it is killed. Prints the number of each row once the database has acknowledged it. */
const [folder = ''] = process.argv.slice(2)
const database = await openDatabase({
  databaseUrl: null,
  folder,
  onError: (error) => {
    throw error
  },
})
for (let row = 0; ; row++) {
  await database.records.viewers.create(`token ${row}`, new Date())
  console.log(`wrote ${row}`)
}
