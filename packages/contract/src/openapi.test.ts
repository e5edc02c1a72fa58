import { expect, it } from 'vitest'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument('1.2.3') as { paths: Record<string, Record<string, Record<string, unknown>>> }

it('the OpenAPI document shows what a call takes, answers and refuses', () => {
  const trim = document.paths['/api/video/{id}/trim']?.put as {
    parameters: { name: string }[]
    requestBody: { content: { 'application/json': { schema: { required: string[] } } } }
    responses: Record<string, unknown>
  }
  expect(trim.parameters.map((p) => p.name)).toEqual(['id'])
  expect(trim.requestBody.content['application/json'].schema.required).toEqual(['startTime', 'endTime'])
  expect(Object.keys(trim.responses)).toEqual(['200', '400', '404', '451'])
})
