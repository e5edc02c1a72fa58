import { describe, expect, it } from 'vitest'
import { describeFields, type Schema, typeName } from './describe-schema.ts'

describe('a shape of the API', () => {
  it('is described field by field, nested fields under the name of their parent', () => {
    const option: Schema = {
      type: 'object',
      properties: { quality: { enum: ['360p', 'audio'] } },
      required: ['quality'],
    }
    const receipt: Schema = { type: 'object', properties: { frames: { type: 'integer' } }, required: ['frames'] }
    const shape: Schema = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        options: { type: 'array', items: option },
        receipt: { anyOf: [receipt, { type: 'null' }] },
      },
      required: ['id', 'options', 'receipt'],
    }
    expect(describeFields(shape).map(({ path, type }) => [path, type])).toEqual([
      ['id', 'text'],
      ['options', 'list of object'],
      ['options[].quality', '"360p" | "audio"'],
      ['receipt', 'object | null'],
      ['receipt.frames', 'whole number'],
    ])
  })

  it('states optional fields and limits', () => {
    const shape: Schema = {
      properties: {
        progress: { type: 'number', minimum: 0, maximum: 100, description: 'Percent.' },
        name: { type: 'string', maxLength: 64 },
        count: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      },
      required: ['progress', 'count'],
    }
    expect(describeFields(shape)).toMatchObject([
      { path: 'progress', optional: false, about: 'Percent. At least 0, at most 100.' },
      { path: 'name', optional: true, about: '64 characters at most.' },
      { path: 'count', optional: false, about: '' },
    ])
  })

  it.each<[Schema, string]>([
    [{ type: 'boolean' }, 'true or false'],
    [{ type: 'string', const: 'USD' }, '"USD"'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'text | number'],
    [{ type: ['string', 'number'] }, 'text | number'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text | null'],
    [{ type: ['string', 'null'] }, 'text | null'],
    [{}, 'anything'],
  ])('describes %j as %s', (shape, name) => {
    expect(typeName(shape)).toBe(name)
  })
})
