import type { z } from 'zod'

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const FORMAT_NAMES: Readonly<Record<string, string>> = { email: 'an email address', url: 'a web address' }
const MAX_NAME_LENGTH = 80

/** Sentence about the first fault of a query or body. It names the field, and has no words of the validator. */
export function complaintOf({ issues }: z.ZodError, input: unknown): string {
  // The bounds of the field itself say more than JavaScript's bounds of whole numbers.
  const firstIssue = issues.find((issue) => !('origin' in issue && issue.origin === 'int')) ?? issues[0]
  if (!firstIssue) return 'The request cannot be read.'
  const issue = innermostIssue(firstIssue)
  const field = issue.path.length > 0 ? `"${fieldNameOf(issue.path)}"` : 'The body'
  if (valueAt(input, issue.path) === undefined) return `${field} is missing.`
  return issue.code === 'custom' && issue.path.length === 0 ? issue.message : `${field} ${describeIssue(issue)}.`
}

/**
 * Sentence about the first field that the schema dropped as unknown, or read as 0 though it is empty; null if there
 * is none.
 */
export function complaintOfMisread(
  subject: 'The body' | 'The query',
  input: unknown,
  parsedBody: unknown,
  path: readonly PropertyKey[] = [],
): string | null {
  if (!isObject(input) || !isObject(parsedBody)) return null
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(parsedBody, key))
      return `${path.length > 0 ? `"${fieldNameOf(path)}"` : subject} ${unknownFieldText(key)}.`
    const innerPath = [...path, Array.isArray(input) ? Number(key) : key]
    if (typeof parsedBody[key] === 'number' && String(value).trim() === '')
      return `"${fieldNameOf(innerPath)}" must be a number.`
    const innerComplaint = complaintOfMisread(subject, value, parsedBody[key], innerPath)
    if (innerComplaint !== null) return innerComplaint
  }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const unknownFieldText = (key: string): string =>
  `has a field that this call does not know: "${key.slice(0, MAX_NAME_LENGTH)}"`

/** Fault inside the member of a union that the value resembles, or the issue itself where there is none. */
function innermostIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const member = issue.errors.map(([fault]) => fault).find((fault) => fault && fault.path.length > 0)
  return member ? { ...member, path: [...issue.path, ...member.path] } : issue
}

/** Name of a field in a sentence: `ranges[0].startTime`. */
function fieldNameOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name && `${name}.`}${String(key)}`),
    '',
  )
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'undefined'
        ? 'must be left out'
        : `must be ${TYPE_NAMES[issue.expected] ?? 'of another type'}`
    case 'too_small':
      return boundText(issue.origin, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum))
    case 'too_big':
      return boundText(issue.origin, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum))
    case 'invalid_format':
      return `must be ${FORMAT_NAMES[issue.format] ?? 'in its proper form'}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return unknownFieldText(issue.keys[0] ?? '')
    case 'invalid_union':
      return issue.errors.map(([fault]) => fault && describeIssue(fault)).join(', or ')
    case 'custom':
      return 'must be one line of plain text, without invisible or look-alike characters'
    default:
      return 'cannot be used like this'
  }
}

function boundText(origin: string, bound: string, amount: number): string {
  if (origin === 'string' && amount === 1 && bound === 'at least') return 'must not be empty'
  if (origin === 'string') return `must have ${bound} ${amount} ${amount === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `must have ${bound} ${amount} ${amount === 1 ? 'entry' : 'entries'}`
  return `must be ${bound} ${amount}`
}
