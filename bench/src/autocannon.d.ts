/** As much of it as is used here; it brings no types. */
declare module 'autocannon' {
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number; max: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  interface Options {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    requests?: { method: 'GET'; path: string; headers?: Record<string, string> }[]
  }
  export default function autocannon(options: Options): Promise<Result>
}
