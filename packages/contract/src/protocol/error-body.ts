import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { REFUSAL_REASONS } from '@kerf/domain/errors/refusal-reasons'
import { z } from 'zod'

/** What every refusal and failure looks like on the wire. Apart from the statuses, which no page has to load. */
export const errorBody = z.object({
  error: z.string().describe('A sentence for users.'),
  code: z.enum(ERROR_CODES).describe('A stable error code.'),
  specific: z.boolean().optional().describe('True when the sentence says more than the code does.'),
  reason: z.enum(REFUSAL_REASONS).optional().describe('The nearest cause, where the code has several.'),
  about: z
    .string()
    .optional()
    .describe('What the reason names: a host, an HTTP status, what to allow, or a date and time.'),
  details: z.string().optional().describe('Further details, if any.'),
})
