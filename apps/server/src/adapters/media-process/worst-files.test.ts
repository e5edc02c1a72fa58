import { afterAll, expect, it } from 'vitest'
import { openWorstRoom } from './testing/worst-files.ts'

const room = await openWorstRoom()
afterAll(() => room.close())

it.each(['AAC whose frame leads to itself', 'a table of 2^31 samples of a byte'])(
  'the process ends, is replaced, and leaves nothing: %s',
  async (name) => {
    expect(await room.faultOf(room.files.find((file) => file.name === name)!)).toBeNull()
  },
)
