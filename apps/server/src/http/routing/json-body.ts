import type { FastifyInstance } from 'fastify'

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** The codes of errors of a body that is there and no JSON: by fastify, and by the decoder. */
export const BROKEN_JSON_CODES: readonly string[] = [
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'ERR_ENCODING_INVALID_ENCODED_DATA',
]

/** Shells of Windows take double quotes away, leave single ones, and write files in UTF-16. No body is decompressed. */
export const BROKEN_JSON_SENTENCE =
  'The body is not valid JSON. It must be in UTF-8, not compressed, with names and texts in double quotes.'

/** Bodies are JSON or absent. */
export function readJsonBodies(app: FastifyInstance): void {
  // Text would be parsed too, and end in a complaint about its shape.
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = UTF_8.decode(bytes as Buffer)
    if (text.trim() === '') done(null, undefined)
    else
      parseJson(request, text, (error, body) => {
        // JSON that names a prototype is refused as well, but it is JSON.
        if (error && isJson(text)) Object.assign(error, { code: 'FST_ERR_VALIDATION' })
        done(error, body)
      })
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What clients send that always send something: `{}`, and `[]` and `""` of serializers that know no empty object. */
export function isBlank(body: unknown): boolean {
  return body === '' || (typeof body === 'object' && Object.keys(body ?? {}).length === 0)
}
