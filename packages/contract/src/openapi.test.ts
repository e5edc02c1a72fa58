import { expect, it } from 'vitest'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument('1.2.3', { sellsPlans: true }) as {
  paths: Record<string, Record<string, Record<string, unknown>>>
  components: { securitySchemes: object }
}

it('the OpenAPI document shows what a call takes, answers and refuses', () => {
  const trim = document.paths['/api/video/{id}/trim']?.put as {
    parameters: { name: string }[]
    requestBody: { content: { 'application/json': { schema: { required: string[] } } } }
    responses: Record<string, unknown>
  }
  expect(trim.parameters.map((p) => p.name)).toEqual(['id'])
  expect(trim.requestBody.content['application/json'].schema.required).toEqual(['startTime', 'endTime'])
  expect(Object.keys(trim.responses)).toEqual(['200', '400', '401', '404', '451'])
})

it('the OpenAPI document shows subtitles of a clip as text, in one of two forms', () => {
  const subtitles = document.paths['/api/download/{id}/subtitles']?.get as {
    parameters: { name: string; in: string; schema: { enum?: string[] } }[]
    responses: Record<string, { content: Record<string, unknown> }>
  }
  expect(subtitles.parameters.map((parameter) => [parameter.name, parameter.in, parameter.schema.enum])).toEqual([
    ['id', 'path', undefined],
    ['format', 'query', ['srt', 'vtt']],
    ['captions', 'query', undefined],
    ['name', 'query', ['quality', 'title']],
  ])
  expect(Object.keys(subtitles.responses['200']!.content)).toEqual(['text/plain', 'text/vtt'])
  const zip = document.paths['/api/download/{id}/zip']?.get as typeof subtitles
  expect(Object.keys(zip.responses['200']!.content)).toEqual(['application/zip'])
})

it('the OpenAPI document shows the same options for a clip and for each clip of a batch', () => {
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

it('the OpenAPI document says which calls an API key opens', () => {
  expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } })
  expect(document.paths['/api/download']?.post?.security).toEqual([{ apiKey: [] }, {}])
  expect(document.paths['/api/user/keys']?.post).not.toHaveProperty('security')
})

it('the OpenAPI document says of a body whether it may be left out', () => {
  expect(document.paths['/api/download']?.post?.requestBody).toMatchObject({ required: true })
  expect(document.paths['/api/download/{id}/cancel']?.post?.requestBody).toMatchObject({ required: false })
  expect(document.paths['/api/download/{id}']?.delete).not.toHaveProperty('requestBody')
})

it('the OpenAPI document of a server that sells nothing has no call, refusal or sentence about plans', () => {
  const sold = JSON.stringify(openapiDocument('1.2.3', { sellsPlans: true }))
  const unsold = JSON.stringify(openapiDocument('1.2.3', { sellsPlans: false }))
  for (const words of [
    '/api/plans',
    '/paypal/',
    '/api/user/subscription',
    'needs_pro',
    'pro_feature',
    '"upgrade"',
    'price',
  ]) {
    expect([words, sold.includes(words), unsold.includes(words)]).toEqual([words, true, false])
  }
  expect(unsold.includes('/api/video/{id}/download')).toBe(true)
  expect(/\bPro\b|\$\d/.exec(unsold)).toBeNull()
})
