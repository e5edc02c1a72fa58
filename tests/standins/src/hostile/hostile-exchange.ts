import type { IncomingMessage, ServerResponse } from 'node:http'

export interface HostileExchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  media: Buffer
  /** Number of earlier requests for this path. */
  earlierRequests: number
  /** A port that no redirect may reach; it counts its visitors. */
  trapPort: number
  /** A port that accepts every connection and sends nothing, so that TLS never begins. */
  silentPort: number
}
