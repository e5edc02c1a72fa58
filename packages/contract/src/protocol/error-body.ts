import { ERROR_CODES } from '@kerf/domain/errors/error-code-list'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { z } from 'zod'

/** What every refusal and failure looks like on the wire. Apart from the statuses, which no page has to load. */
export const errorBody = z.object({
  error: z.string().describe('A sentence for users.'),
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).describe('A stable error code.'),
  details: z.string().optional().describe('Further details, if any.'),
})
