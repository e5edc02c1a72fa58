import { z } from 'zod'
import { type Endpoint, endpoint } from './protocol/endpoint.ts'

const ADMIN_REFUSALS = ['not_signed_in', 'needs_admin', 'needs_second_factor', 'not_set_up'] as const

/** Defines a call for admins only. The server checks that before anything else. */
export const adminEndpoint = ((call, definition: Pick<Endpoint, 'summary'> & Partial<Endpoint>) =>
  endpoint(call, { ...definition, refusals: [...ADMIN_REFUSALS, ...(definition.refusals ?? [])] })) as typeof endpoint

/** Query of paged lists. The answer is one page as an array. The header `x-total-count` contains the total. */
export const pageQuery = z.object({ page: z.coerce.number().int().min(1).optional().describe('From 1.') })
