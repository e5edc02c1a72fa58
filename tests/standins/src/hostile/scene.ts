import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Scene {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  media: Buffer
  /** How often this path has been asked for before. */
  earlierRequests: number
  /** A port that no redirect may reach; it counts its visitors. */
  trapPort: number
  /** A port that accepts every connection and sends nothing, so that TLS never begins. */
  silentPort: number
}
