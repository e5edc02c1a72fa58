import type { FastifyInstance } from 'fastify'

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Error codes of fastify and of the decoder for a body that is not JSON. */
export const BROKEN_JSON_CODES: readonly string[] = [
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'ERR_ENCODING_INVALID_ENCODED_DATA',
]

/** Names the usual causes: shells of Windows drop double quotes, keep single ones, and write files in UTF-16. */
export const BROKEN_JSON_SENTENCE =
  'The body is not valid JSON. It must be in UTF-8, not compressed, with names and texts in double quotes.'

/** Accepts JSON bodies and absent bodies only. */
export function readJsonBodies(app: FastifyInstance): void {
  // A text body would be parsed as well, and refused with a misleading sentence about its shape.
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = UTF_8.decode(bytes as Buffer)
    if (text.trim() === '') done(null, undefined)
    else
      parseJson(request, text, (error, body) => {
        // JSON with `__proto__` is refused as well, but not as broken JSON.
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

/**
 * Whether a body has no content. Some clients always send one: `{}`, or `[]` and `""` where their serializer has no
 * empty object.
 */
export function isBlank(body: unknown): boolean {
  return body === '' || (typeof body === 'object' && Object.keys(body ?? {}).length === 0)
}
