import { z } from 'zod'

/** An id, which is at least 128 random bits in base64url. Other texts never reach a database query. */
export const identifier = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/)
export const idParams = z.object({ id: identifier })
export const noBody = z.undefined()
export const noParams = z.object({})
/** Body of a POST without parameters. */
export const emptyBody = z.object({}).optional()
