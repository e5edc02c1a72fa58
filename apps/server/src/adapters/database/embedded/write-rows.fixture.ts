import { openDatabase } from '../open-database.ts'

/** Writes one row after another and names each as soon as the database has acknowledged it, until it is killed. */
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
