import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { z } from 'zod'

/** Body of every refusal and failure. It is in a separate file, so that pages do not load ERROR_STATUS. */
export const errorBody = z.object({
  error: z.string().describe('A sentence for users.'),
  code: z.enum(ERROR_CODES).describe('A stable error code.'),
  specific: z.boolean().optional().describe('True when the sentence says more than the code does.'),
  reason: z.string().optional().describe('The nearest cause, by a stable name.'),
  about: z.string().optional(),
  details: z.string().optional().describe('Further details, if any.'),
})
