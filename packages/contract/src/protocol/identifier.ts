import { z } from 'zod'

/** An id: at least 128 random bits in base64url. Other texts never reach a database query. */
export const identifier = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/)
export const withId = z.object({ id: identifier })
export const nothing = z.undefined()
export const noParams = z.object({})
/** Body of a POST without parameters. */
export const emptyBody = z.object({}).optional()
