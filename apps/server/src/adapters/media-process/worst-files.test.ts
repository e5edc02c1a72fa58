import { expect, it } from 'vitest'
import { openWorstFiles } from './testing/worst-files.ts'

const QUICK_FILE_NAMES = ['AAC whose frame leads to itself', 'a table of 2^31 samples of a byte']
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'
const worstFiles = await openWorstFiles()

it.each(worstFiles.files.filter(({ name }) => isFullRun || QUICK_FILE_NAMES.includes(name)))(
  'the process ends, is replaced, and leaves nothing: $name',
  async (file) => {
    expect(await worstFiles.findFault(file)).toBeNull()
  },
)
