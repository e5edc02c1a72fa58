import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Scene {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  media: Buffer
  /** How often this path has been asked for before. */
  earlierRequests: number
  /** Where nobody must ever be led: a port that counts its visitors. */
  trapPort: number
  /** A port that takes every connection and says nothing, so that no TLS ever begins. */
  silentPort: number
}
