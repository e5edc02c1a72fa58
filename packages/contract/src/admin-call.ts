import { z } from 'zod'
import { type Endpoint, endpoint } from './protocol/endpoint.ts'

const ADMIN_REFUSALS = ['not_signed_in', 'needs_admin', 'needs_second_factor', 'not_set_up'] as const

/** A call for admins: that the caller is one is checked before anything else. */
export const adminEndpoint = ((call, definition: Pick<Endpoint, 'summary'> & Partial<Endpoint>) =>
  endpoint(call, { ...definition, refusals: [...ADMIN_REFUSALS, ...(definition.refusals ?? [])] })) as typeof endpoint

/** Lists answer one page as a plain array; how many there are in all is in the header `x-total-count`. */
export const pageQuery = z.object({ page: z.coerce.number().int().min(1).optional().describe('From 1.') })
