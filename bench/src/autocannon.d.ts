/** Types of autocannon, which has none. Only the used parts. */
declare module 'autocannon' {
  interface Result extends Record<'errors' | 'timeouts' | 'non2xx' | 'mismatches', number> {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
  }
  interface Client {
    setRequests(requests: { method: 'GET'; path: string; headers: Record<string, string> }[]): void
  }
  interface Options {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    connectionRate?: number
    setupClient?: (client: Client) => void
    verifyBody?: (body: string) => boolean
  }
  type OnResponse = (client: Client, status: number, bytes: number, milliseconds: number) => void
  interface Run extends Promise<Result> {
    on(event: 'response', listener: OnResponse): unknown
  }
  export default function autocannon(options: Options): Run
}
