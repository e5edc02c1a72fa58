import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { z } from 'zod'
import { ALL_ENDPOINTS, PLAN_ENDPOINTS } from './all-endpoints.ts'
import type { Endpoint } from './protocol/endpoint.ts'
import { ERROR_STATUS } from './protocol/error.ts'
import { errorBody } from './protocol/error-body.ts'
import { isForKeys } from './protocol/for-keys.ts'

type Json = Record<string, unknown>

/** Refusals that only a plan lifts. */
const PLAN_CODES: readonly ErrorCode[] = ['needs_pro', 'pro_feature']

interface Server {
  /** Whether plans are sold. The document of other servers does not mention them. */
  sellsPlans: boolean
  /** Address of the server; null where the document's own origin is the server. */
  address?: string | null
}

export function openapiDocument(version: string, { sellsPlans, address = null }: Server): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of sellsPlans ? ALL_ENDPOINTS : ALL_ENDPOINTS.flatMap(withoutPlans)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
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
      schemas: { Error: jsonSchema(errorBody) },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `kerf_...`' } },
    },
  }
  return sellsPlans ? document : withoutValuesOfPlans(document)
}

/** Values of fields that occur only where plans are sold. */
const PLAN_VALUES: readonly unknown[] = ['upgrade', ...PLAN_CODES]

const withoutValuesOfPlans = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'enum' ? value.filter((choice: unknown) => !PLAN_VALUES.includes(choice)) : value,
  )

function withoutPlans(endpoint: Endpoint): Endpoint[] {
  if (PLAN_ENDPOINTS.includes(endpoint)) return []
  return [{ ...endpoint, refusals: endpoint.refusals.filter((code) => !PLAN_CODES.includes(code)) }]
}

function operation(endpoint: Endpoint): Json {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const parameters = [...names.map((name) => parameter(name ?? '', endpoint)), ...queryParameters(endpoint)]
  const body = jsonSchema(endpoint.body)
  const required = !endpoint.body.safeParse(undefined).success
  return {
    summary: endpoint.summary,
    // The empty object stands for the cookie, which also authenticates.
    ...(isForKeys(endpoint) ? { security: [{ apiKey: [] }, {}] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...('type' in body ? { requestBody: { required, content: { 'application/json': { schema: body } } } } : {}),
    responses: { [endpoint.status]: goodAnswer(endpoint), ...refusals(endpoint) },
  }
}

function parameter(name: string, endpoint: Endpoint): Json {
  const properties = (jsonSchema(endpoint.params).properties ?? {}) as Json
  return { name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } }
}

function queryParameters({ query }: Endpoint): Json[] {
  const properties = query ? (jsonSchema(query).properties as Json) : {}
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

function goodAnswer(endpoint: Endpoint): Json {
  if (endpoint.status === 204) return { description: 'Done.' }
  if (endpoint.file) {
    const mediaTypes = [endpoint.file].flat()
    return { description: endpoint.summary, content: Object.fromEntries(mediaTypes.map((type) => [type, {}])) }
  }
  return { description: endpoint.summary, content: { 'application/json': { schema: jsonSchema(endpoint.answer) } } }
}

function refusals(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of endpoint.refusals) {
    const status = ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answers = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return Object.fromEntries(answers)
}

/** JSON schema of a part. zod has none for `undefined`, so such parts are left out of the document. */
function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...plainSchema } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Json
  return plainSchema
}
