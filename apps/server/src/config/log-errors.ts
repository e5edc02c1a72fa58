import pino from 'pino'

/**
 * An error as the log tells it: without the values of a query that failed, among which are people's emails, hashes and
 * tokens. The query itself stays, with its placeholders.
 */
export function errorForLog(error: unknown): unknown {
  const told = pino.stdSerializers.err(error as Error) as unknown
  return withoutValues(told)
}

/** drizzle-orm writes them into the message and the stack, and keeps them as `params`; pg quotes rows in `detail`. */
function withoutValues(told: unknown): unknown {
  if (typeof told === 'string') return told.replace(/\nparams: .*(?:\n(?!\s+at ).*)*/g, '')
  if (Array.isArray(told)) return told.map(withoutValues)
  if (typeof told !== 'object' || told === null) return told
  const cached = Object.entries(told).filter(([key]) => key !== 'params' && key !== 'detail' && key !== 'parameters')
  return Object.fromEntries(cached.map(([key, value]) => [key, withoutValues(value)]))
}
