import { apiWords } from '#messages/reference.ts'

const words = apiWords.types

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  description?: string
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

export interface Field {
  /** Path of the field: `receipt.frames`, `options[].quality`. */
  path: string
  type: string
  optional: boolean
  about: string
}

/** All fields of a schema, each followed by its inner fields. */
export function describeFields(schema: Schema, prefix = ''): Field[] {
  const shape = withoutNull(schema)
  if (shape.items) return describeFields(shape.items, `${prefix}[]`)
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const isOptional = !(shape.required ?? []).includes(name)
    return [
      { path, type: typeName(field), optional: isOptional, about: aboutField(field) },
      ...describeFields(field, path),
    ]
  })
}

export function typeName(schema: Schema): string {
  const shape = withoutNull(schema)
  const name = plainName(shape)
  return shape === schema ? name : `${name} | null`
}

function plainName(shape: Schema): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (shape.anyOf) return shape.anyOf.map(typeName).join(' | ')
  if (shape.items) return words.list(typeName(shape.items))
  const types = [shape.type ?? []].flat()
  return types.length === 0 ? words.any : types.map((type) => TYPE_NAMES[type] ?? type).join(' | ')
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: words.text,
  number: words.number,
  integer: words.integer,
  boolean: words.boolean,
  object: words.object,
}

/** The schema without null, which may be one of several types or one of several schemas. */
function withoutNull(schema: Schema): Schema {
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    return { ...schema, type: schema.type.filter((type) => type !== 'null') }
  }
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null')
  const [firstChoice, ...otherChoices] = choices ?? []
  if (!schema.anyOf || !firstChoice || choices?.length === schema.anyOf.length) return schema
  const description = schema.description ? { description: schema.description } : {}
  return otherChoices.length === 0 ? { ...firstChoice, ...description } : { anyOf: choices ?? [], ...description }
}

function aboutField(schema: Schema): string {
  const { description, minimum, maximum, maxLength } = withoutNull(schema)
  const limits = [
    minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? null : words.atLeast(minimum),
    maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? null : words.atMost(maximum),
    maxLength === undefined ? null : words.longest(maxLength),
  ].filter((limit) => limit !== null)
  return [description, limits.length > 0 ? `${toSentence(limits.join(', '))}` : null].filter(Boolean).join(' ')
}

const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
