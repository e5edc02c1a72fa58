import { HEALTH_STATES } from '@kerf/domain/health/health-check'
import { HEALTH_CODES } from '@kerf/domain/health/health-sentences'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'

const healthSentence = z.object({
  code: z.enum(HEALTH_CODES),
  values: z
    .array(z.union([z.string(), z.number(), z.object({ at: z.string() }), z.object({ bytes: z.number() })]))
    .describe('What the sentence is made from, in its order; times as `at`, sizes as `bytes`.'),
})

export const check = z.object({
  state: z.enum(HEALTH_STATES),
  message: z.string().describe('What is wrong and what to do about it, in English.'),
  says: z.array(healthSentence).describe('The sentences of the message, by stable codes.'),
})

export const health = z.object({
  status: z.enum(['ok', 'degraded', 'failing']),
  version: z.string(),
  checks: z.object({
    database: check,
    queue: check.extend({ waiting: z.number().int(), running: z.number().int() }),
    storage: check.extend({ freeBytes: z.number().nullable() }),
    resolver: check.extend({
      version: z.string().nullable(),
      ageDays: z.number().nullable(),
      origin: z.enum(['configured', 'path', 'fetched']).nullable(),
      steps: z
        .array(
          z.object({
            name: z.string(),
            answered: z.number().int(),
            failed: z.number().int(),
            lastAnsweredAt: z.string().nullable(),
            isOpen: z.boolean().describe('It has kept failing, and is tried last for a while.'),
            lastCause: z.string().nullable().describe("Why it failed last, in the source's own words."),
          }),
        )
        .describe('The ways of asking YouTube that this process has tried, by outgoing address.'),
    }),
    sweep: check.extend({ lastAt: z.string().nullable() }),
  }),
})
export type Health = z.output<typeof health>

export const publicHealth = health.extend({
  version: z.string().nullable(),
  checks: health.shape.checks.extend({
    queue: check.extend({ waiting: z.number().int().nullable(), running: z.number().int().nullable() }),
  }),
})
export type PublicHealth = z.output<typeof publicHealth>

export const readHealth = endpoint('GET /api/health', {
  alwaysOpen: true,
  summary:
    '200 when ready to serve, 503 when not. Only admins and requests from this machine get the details; everybody else gets the states, with null or empty texts for the rest.',
  answer: publicHealth,
})
