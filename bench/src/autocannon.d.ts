/** As much of it as is used here; it brings no types. */
declare module 'autocannon' {
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number; max: number }
    errors: number
    timeouts: number
    non2xx: number
    mismatches: number
  }
  interface Client {
    setRequests(requests: { method: 'GET'; path: string; headers: Record<string, string> }[]): void
  }
  interface Options {
    url: string
    connections: number
    duration?: number
    /** Requests of all, in place of a duration. */
    amount?: number
    headers?: Record<string, string>
    connectionRate?: number
    setupClient?: (client: Client) => void
    verifyBody?: (body: string) => boolean
  }
  interface Run extends Promise<Result> {
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): unknown
  }
  export default function autocannon(options: Options): Run
}
