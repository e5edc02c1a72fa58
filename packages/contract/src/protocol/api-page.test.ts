import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { ERROR_MEANINGS } from '@kerf/domain/errors/error-meanings'
import { expect, it } from 'vitest'
import { ERROR_STATUS } from './error.ts'

it('docs/api.md lists each refusal with its status and its sentence', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
  const documentRows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+) \|$/gm)].map(([, ...row]) => row.join(' '))
  const expectedRows = ERROR_CODES.map((code) => [code, ERROR_STATUS[code], ERROR_MEANINGS[code]].join(' '))
  expect(documentRows.toSorted()).toEqual(expectedRows.toSorted())
})
