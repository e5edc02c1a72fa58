import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { errorSentences, needsAccountSentence } from '#messages/error-sentences.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { describeFields, type Field, type Schema } from './describe-schema.ts'

interface Media {
  content?: Record<string, { schema?: Schema }>
  description?: string
}

interface Operation {
  summary: string
  parameters?: { name: string; schema: Schema }[]
  requestBody?: Media
  responses: Record<string, Media>
}

export interface ReferenceCall {
  id: string
  method: string
  path: string
  summary: string
  parameters: Field[]
  body: Field[]
  status: string
  /** null for an answer without a body; media types for a file. */
  answer: Field[] | string | null
  refusals: { status: string; code: string; meaning: string }[]
  curl: string
  /** Text that a search looks through. */
  text: string
}

export interface ReferenceGroup {
  /** Name of the resource, as in the path. */
  id: string
  calls: ReferenceCall[]
}

/** Calls of the OpenAPI document by resource, in the document's order. */
export function referenceGroups(document: Record<string, unknown>): ReferenceGroup[] {
  const groups = new Map<string, ReferenceCall[]>()
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const resource = path.split('/').find((part) => part !== '' && part !== 'api') ?? path
      groups.set(resource, [...(groups.get(resource) ?? []), describeCall(method.toUpperCase(), path, operation)])
    }
  }
  return [...groups].map(([id, calls]) => ({ id, calls }))
}

function describeCall(method: string, path: string, operation: Operation): ReferenceCall {
  const body = jsonOf(operation.requestBody)
  const [status = '', success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const parameters = (operation.parameters ?? []).map(({ name, schema }) => [name, schema] as const)
  const parameterSchema: Schema = {
    properties: Object.fromEntries(parameters),
    required: parameters.map(([name]) => name),
  }
  const call = {
    id: `${method.toLowerCase()}${path.replaceAll(/[^a-z0-9]+/gi, '-')}`.replace(/-$/, ''),
    method,
    path,
    summary: operation.summary,
    parameters: describeFields(parameterSchema),
    body: body ? describeFields(body) : [],
    status,
    answer: describeAnswer(success),
    refusals: Object.entries(operation.responses)
      .filter(([code]) => !code.startsWith('2'))
      .flatMap(([code, { description = '' }]) => description.split(', ').map((word) => describeRefusal(code, word))),
    curl: curlExample(method, path, body),
  }
  const fields = [call.parameters, call.body, Array.isArray(call.answer) ? call.answer : []].flat()
  const names = [...fields.map((field) => field.path), ...call.refusals.map(({ code }) => code)]
  return { ...call, text: [method, path, call.summary, ...names].join(' ') }
}

function describeAnswer(answer: Media | undefined): Field[] | string | null {
  const json = jsonOf(answer)
  if (json) return describeFields(json)
  return Object.keys(answer?.content ?? {}).join(', ') || null
}

const jsonOf = (media: Media | undefined): Schema | null => media?.content?.['application/json']?.schema ?? null

function describeRefusal(status: string, code: string) {
  const meaning = code === 'needs_account' && !sellsPlans() ? needsAccountSentence : errorSentences[code as ErrorCode]
  return { status, code, meaning: meaning ?? '' }
}

/** Values of fields by name, for examples that can be run as they are. */
const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
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

/**
 * Command line for a call. `$KERF` is the server, `jar` the file of cookies, and `$ID` an id from an earlier answer.
 */
function curlExample(method: string, path: string, body: Schema | null): string {
  const address = `"$KERF${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`
  const parts = ['curl -c jar -b jar']
  // curl uses POST by itself when it has a body.
  if (method !== 'GET' && !(method === 'POST' && body)) parts.push(`-X ${method}`)
  parts.push(address)
  if (body) parts.push(`-H 'content-type: application/json' -d '${JSON.stringify(exampleOf(body))}'`)
  return parts.join(' ')
}

function exampleOf(schema: Schema, name = ''): unknown {
  if (name in EXAMPLE_VALUES) return EXAMPLE_VALUES[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.items) return [exampleOf(schema.items)]
  if (schema.properties) {
    const requiredFields = Object.entries(schema.properties).filter(([field]) => schema.required?.includes(field))
    return Object.fromEntries(requiredFields.map(([field, innerField]) => [field, exampleOf(innerField, field)]))
  }
  return schema.type === 'string' ? '...' : {}
}
