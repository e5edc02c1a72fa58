import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { openapiDocument } from '@kerf/contract/openapi'
import { describe, expect, it } from 'vitest'
import { apiWords } from '#messages/reference.ts'
import { referenceGroups } from './reference-calls.ts'

const groups = referenceGroups(openapiDocument('1.0.0', { sellsPlans: true }))
const ids = groups.map(({ id }) => id)
const calls = groups.flatMap((group) => group.calls)
const findCall = (method: string, path: string) =>
  calls.find((candidate) => candidate.method === method && candidate.path === path)

describe('the reference of the API', () => {
  it('has every call once, each with its own address', () => {
    const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
    expect(calls.map(name).sort()).toEqual(ALL_ENDPOINTS.map(name).sort())
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
  })

  it('has a name for each call', () => {
    expect(Object.keys(apiWords.groups)).toEqual(expect.arrayContaining(ids))
  })

  it('describes the parameters, answer and errors of a call, with an example', () => {
    expect(findCall('PUT', '/api/video/{id}/trim')).toMatchObject({
      id: 'put-api-video-id-trim',
      parameters: [{ path: 'id' }],
      body: [{ path: 'startTime' }, { path: 'endTime' }],
      status: '200',
      refusals: expect.arrayContaining([expect.objectContaining({ status: '400', code: 'invalid_trim' })]),
      curl: `curl -c jar -b jar -X PUT "$KERF/api/video/$ID/trim" -H 'content-type: application/json' -d '{"startTime":12.5,"endTime":20}'`,
    })
    for (const { refusals } of calls) for (const { meaning } of refusals) expect(meaning).not.toBe('')
  })

  it('has a word for every type', () => {
    const fields = calls.flatMap(({ parameters, body, answer }) =>
      [parameters, body, Array.isArray(answer) ? answer : []].flat(),
    )
    expect(fields.filter(({ type }) => type === 'anything').map(({ path }) => path)).toEqual([])
    expect(fields.length).toBeGreaterThan(50)
  })

  it('supports answers without a body, and files', () => {
    expect(findCall('DELETE', '/api/download/{id}')).toMatchObject({ status: '204', answer: null })
    expect(findCall('GET', '/api/download/{id}/file')?.answer).toBe('video/*, audio/*, image/*')
  })

  it('has examples that start a new call without shell quoting problems', () => {
    for (const { curl } of calls)
      expect(curl).toMatch(/^curl -c jar -b jar (-X (POST|PUT|DELETE) )?"\$KERF\/[^"]+"( -H '[^']+' -d '[^']+')?$/)
  })
})
