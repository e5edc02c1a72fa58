import { expect, it } from 'vitest'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument('1.2.3', { sellsPlans: true }) as {
  paths: Record<string, Record<string, Record<string, unknown>>>
  components: { securitySchemes: object }
}

it('the OpenAPI document contains the parameters, body and statuses of a call', () => {
  const trimCall = document.paths['/api/video/{id}/trim']?.put as {
    parameters: { name: string }[]
    requestBody: { content: { 'application/json': { schema: { required: string[] } } } }
    responses: Record<string, unknown>
  }
  expect(trimCall.parameters.map((p) => p.name)).toEqual(['id'])
  expect(trimCall.requestBody.content['application/json'].schema.required).toEqual(['startTime', 'endTime'])
  expect(Object.keys(trimCall.responses)).toEqual(['200', '400', '401', '404', '451'])
})

it('the OpenAPI document contains the subtitles of a clip as text in two formats', () => {
  const subtitlesCall = document.paths['/api/download/{id}/subtitles']?.get as {
    parameters: { name: string; in: string; schema: { enum?: string[] } }[]
    responses: Record<string, { content: Record<string, unknown> }>
  }
  expect(subtitlesCall.parameters.map((parameter) => [parameter.name, parameter.in, parameter.schema.enum])).toEqual([
    ['id', 'path', undefined],
    ['format', 'query', ['srt', 'vtt']],
    ['captions', 'query', undefined],
    ['name', 'query', ['quality', 'title']],
  ])
  expect(Object.keys(subtitlesCall.responses['200']!.content)).toEqual(['text/plain', 'text/vtt'])
  const zipCall = document.paths['/api/download/{id}/zip']?.get as typeof subtitlesCall
  expect(Object.keys(zipCall.responses['200']!.content)).toEqual(['application/zip'])
})

it('the OpenAPI document contains the same options for a clip and for each clip of a batch', () => {
  type Schema = { properties: Record<string, Schema & { items: Schema }> }
  const bodyOf = (path: string) => {
    const call = document.paths[path]?.post as {
      requestBody: { content: { 'application/json': { schema: Schema } } }
    }
    return call.requestBody.content['application/json'].schema.properties
  }
  const clip = bodyOf('/api/video/{id}/download')
  const item = bodyOf('/api/batch').items!.items.properties
  expect(item).toMatchObject({ audioTrack: clip.audioTrack, subtitles: clip.subtitles })
  expect(Object.keys(clip.subtitles!.properties)).toEqual(['captions', 'as', 'style'])
})

it('the OpenAPI document marks the calls that are allowed with an API key', () => {
  expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } })
  expect(document.paths['/api/download']?.post?.security).toEqual([{ apiKey: [] }, {}])
  expect(document.paths['/api/user/keys']?.post).not.toHaveProperty('security')
})

it('the OpenAPI document states whether a body is required', () => {
  expect(document.paths['/api/download']?.post?.requestBody).toMatchObject({ required: true })
  expect(document.paths['/api/download/{id}/cancel']?.post?.requestBody).toMatchObject({ required: false })
  expect(document.paths['/api/download/{id}']?.delete).not.toHaveProperty('requestBody')
})

it('the OpenAPI document of a server that sells nothing has no call, refusal or sentence about plans', () => {
  const documentWithPlans = JSON.stringify(openapiDocument('1.2.3', { sellsPlans: true }))
  const documentWithoutPlans = JSON.stringify(openapiDocument('1.2.3', { sellsPlans: false }))
  for (const words of [
    '/api/plans',
    '/paypal/',
    '/api/user/subscription',
    'needs_pro',
    'pro_feature',
    '"upgrade"',
    'price',
  ]) {
    expect([words, documentWithPlans.includes(words), documentWithoutPlans.includes(words)]).toEqual([
      words,
      true,
      false,
    ])
  }
  expect(documentWithoutPlans.includes('/api/video/{id}/download')).toBe(true)
  expect(/\bPro\b|\$\d/.exec(documentWithoutPlans)).toBeNull()
})
