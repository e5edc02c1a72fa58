import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { expect, it } from 'vitest'
import { ERROR_STATUS } from './error.ts'

it('gives every error code an honest status', () => {
  expect(Object.keys(ERROR_STATUS).sort()).toEqual([...ERROR_CODES].sort())
  for (const status of Object.values(ERROR_STATUS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  }
})
