import { z } from 'zod'

/** The caller must be an admin. This is checked before anything else. */
export const ADMIN_REFUSALS = ['not_signed_in', 'needs_admin', 'needs_second_factor', 'not_set_up'] as const

/** Lists answer one page as a plain array; how many there are in all is in the header `x-total-count`. */
export const pageQuery = z.object({ page: z.coerce.number().int().min(1).optional().describe('From 1.') })
