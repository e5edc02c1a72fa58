import type { Schema } from './describe-schema.ts'

/** What a field of that name would hold in an example that can be run as it is. */
const TYPICAL: Readonly<Record<string, unknown>> = {
  youtubeUrl: 'kerf:sample',
  startTime: 12.5,
  endTime: 20,
  quality: '360p',
  format: 'mp4',
  email: 'anna@example.org',
  username: 'anna',
  name: 'Anna Example',
  amount: '49.99',
  planId: 'pro-yearly',
}

/** A line for the shell. `$KERF` is the server, `jar` the file that keeps the cookie, `$ID` what an earlier call has answered. */
export function curlExample(method: string, path: string, body: Schema | null): string {
  const address = `"$KERF${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`
  const parts = ['curl -c jar -b jar']
  // curl posts by itself when it is given a body.
  if (method !== 'GET' && !(method === 'POST' && body)) parts.push(`-X ${method}`)
  parts.push(address)
  if (body) parts.push(`-H 'content-type: application/json' -d '${JSON.stringify(exampleOf(body))}'`)
  return parts.join(' ')
}

function exampleOf(schema: Schema, name = ''): unknown {
  if (name in TYPICAL) return TYPICAL[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.items) return [exampleOf(schema.items)]
  if (schema.properties) {
    const needed = Object.entries(schema.properties).filter(([field]) => schema.required?.includes(field))
    return Object.fromEntries(needed.map(([field, inner]) => [field, exampleOf(inner, field)]))
  }
  return schema.type === 'string' ? '...' : {}
}
