import { afterAll, expect, it } from 'vitest'
import { openWorstRoom } from './testing/worst-files.ts'

const room = await openWorstRoom()
afterAll(() => room.close())

it.each(room.files)('the process ends, is replaced, and leaves nothing: $name', async (file) => {
  expect(await room.faultOf(file)).toBeNull()
})
