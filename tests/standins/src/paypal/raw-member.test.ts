import { describe, expect, it } from 'vitest'
import { rawMember } from './raw-member.ts'

describe('a member of a JSON object', () => {
  it.each([
    ['{"event":{ "a": 1.0 }}', '{ "a": 1.0 }'],
    ['{"a":"event","event":[1,{"event":2}],"b":3}', '[1,{"event":2}]'],
    ['{"a":{"event":1},"event" : "}\\"],{" , "b":2}', '"}\\"],{"'],
    ['{"\\u0065vent":-1.50e3}', '-1.50e3'],
    ['{"event":1,"event":2}', '2'],
    ['{"event":{}}', '{}'],
  ])('of %s is found as it was written', (json, raw) => {
    expect(rawMember(json, 'event')).toBe(raw)
  })

  it.each(['{}', '{"a":"event"}', '{"a":{"event":1}}', '{"a":["event",1]}'])('is not found in %s', (json) => {
    expect(rawMember(json, 'event')).toBeNull()
  })
})
