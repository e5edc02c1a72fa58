import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { z } from 'zod'
import { ALL_ENDPOINTS, PLAN_ENDPOINTS } from './all-endpoints.ts'
import type { Endpoint } from './protocol/endpoint.ts'
import { ERROR_STATUS } from './protocol/error.ts'
import { errorBody } from './protocol/error-body.ts'
import { isAllowedForKeys } from './protocol/for-keys.ts'

type Json = Record<string, unknown>

/** Refusals for calls that need a paid plan. */
const PLAN_REFUSALS: readonly ErrorCode[] = ['needs_pro', 'pro_feature']

interface DocumentedServer {
  /** Whether plans are sold. The document of other servers does not mention them. */
  sellsPlans: boolean
  /** Address of the server; null if the document comes from the same address. */
  address?: string | null
}

export function openapiDocument(version: string, { sellsPlans, address = null }: DocumentedServer): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of sellsPlans ? ALL_ENDPOINTS : ALL_ENDPOINTS.flatMap(withoutPlans)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version,
      description:
        'Paste a video link, choose start and end, download exactly that part. Viewers are identified by a cookie, or by an API key.',
    },
    ...(address === null ? {} : { servers: [{ url: address }] }),
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorBody) },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `kerf_...`' } },
    },
  }
  return sellsPlans ? document : withoutPlanValues(document)
}

/** Values of enums that occur only if plans are sold. */
const PLAN_VALUES: readonly unknown[] = ['upgrade', ...PLAN_REFUSALS]

const withoutPlanValues = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'enum' ? value.filter((choice: unknown) => !PLAN_VALUES.includes(choice)) : value,
  )

function withoutPlans(endpoint: Endpoint): Endpoint[] {
  if (PLAN_ENDPOINTS.includes(endpoint)) return []
  return [{ ...endpoint, refusals: endpoint.refusals.filter((code) => !PLAN_REFUSALS.includes(code)) }]
}

function describeOperation(endpoint: Endpoint): Json {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const parameters = [...names.map((name) => describeParameter(name ?? '', endpoint)), ...describeQuery(endpoint)]
  const body = toJsonSchema(endpoint.body)
  const isRequired = !endpoint.body.safeParse(undefined).success
  return {
    summary: endpoint.summary,
    // The empty object means that a cookie also authenticates.
    ...(isAllowedForKeys(endpoint) ? { security: [{ apiKey: [] }, {}] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...('type' in body
      ? { requestBody: { required: isRequired, content: { 'application/json': { schema: body } } } }
      : {}),
    responses: { [endpoint.status]: describeSuccess(endpoint), ...describeRefusals(endpoint) },
  }
}

function describeParameter(name: string, endpoint: Endpoint): Json {
  const properties = (toJsonSchema(endpoint.params).properties ?? {}) as Json
  return { name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } }
}

function describeQuery({ query }: Endpoint): Json[] {
  const properties = query ? (toJsonSchema(query).properties as Json) : {}
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

function describeSuccess(endpoint: Endpoint): Json {
  if (endpoint.status === 204) return { description: 'Done.' }
  if (endpoint.file) {
    const mediaTypes = [endpoint.file].flat()
    return { description: endpoint.summary, content: Object.fromEntries(mediaTypes.map((type) => [type, {}])) }
  }
  return { description: endpoint.summary, content: { 'application/json': { schema: toJsonSchema(endpoint.answer) } } }
}

function describeRefusals(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of endpoint.refusals) {
    const status = ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return Object.fromEntries(responses)
}

/** JSON schema of a zod schema. It has no type for `undefined`, so the document does not contain that body. */
function toJsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...plainSchema } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Json
  return plainSchema
}
