import { z } from 'zod'

/** Every id on the wire: 128 random bits or more, base64url. The pattern keeps anything else from reaching a query. */
export const identifier = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/)
export const withId = z.object({ id: identifier })
export const nothing = z.undefined()
export const noParams = z.object({})
/** Of a POST that says nothing more. */
export const emptyBody = z.object({}).optional()
