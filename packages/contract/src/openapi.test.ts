import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from './all-endpoints.ts'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument('1.2.3') as { paths: Record<string, Record<string, Record<string, unknown>>> }

describe('the OpenAPI document', () => {
  it('describes every call once', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(described.sort()).toEqual(ALL_ENDPOINTS.map((e) => `${e.method.toLowerCase()} ${e.path}`).sort())
  })

  it('shows what a call takes, answers and refuses', () => {
    const trim = document.paths['/api/video/{id}/trim']?.put as {
      parameters: { name: string }[]
      requestBody: { content: { 'application/json': { schema: { required: string[] } } } }
      responses: Record<string, unknown>
    }
    expect(trim.parameters.map((p) => p.name)).toEqual(['id'])
    expect(trim.requestBody.content['application/json'].schema.required).toEqual(['startTime', 'endTime'])
    expect(Object.keys(trim.responses)).toEqual(['200', '400', '404'])
  })

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })
})
