import { z } from 'zod'

/** Text that a database can keep: PostgreSQL knows every character but this one. */
export const storableText = z
  .string()
  .refine((text) => !text.includes('\0'), 'There is a character in it that is none.')
