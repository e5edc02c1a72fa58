import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EMBEDDED, type TestDatabase } from '../testing/open-test-database.ts'

let test: TestDatabase
const heard: string[] = []
beforeAll(async () => {
  test = await EMBEDDED.open()
  test.database.rowChanges?.subscribe((rowId) => heard.push(rowId))
})
afterAll(() => test.remove())

it('written rows are reported before the writer continues, and only once they are committed', async () => {
  const { records } = test.database
  const viewer = await records.viewers.create('hash', new Date())
  expect(heard).toEqual([])
  await test.database.executor.execute(sql`update viewers set token_hash = 'other' where id = ${viewer.id}`)
  expect(heard.splice(0)).toEqual([viewer.id])
  const undone = test.database.executor.transaction(async (inside) => {
    await inside.execute(sql`delete from viewers where id = ${viewer.id}`)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(heard).toEqual([])
  await test.database.executor.transaction((inside) => inside.execute(sql`delete from viewers where id = ${viewer.id}`))
  expect(heard).toEqual([viewer.id])
})
