import { ERROR_CODES, type ErrorCode } from '@kerf/domain/errors/error-codes'
import { z } from 'zod'

/** What every refusal and failure looks like on the wire. Apart from the statuses, which no page has to load. */
export const errorBody = z.object({
  error: z.string().meta({ description: 'A sentence for people.' }),
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).meta({ description: 'A word for machines.' }),
  details: z.string().optional().meta({ description: 'More, where there is more to say.' }),
})
