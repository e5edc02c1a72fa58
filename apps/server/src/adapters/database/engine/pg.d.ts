/** Types for the parts of `pg` in use. The package itself has no types. */
declare module 'pg' {
  export interface PoolClient {
    query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
    release(error?: Error | boolean): void
    on(event: 'error' | 'end', listener: (error: Error) => void): this
    off(event: 'error' | 'end', listener: (error: Error) => void): this
  }

  export class Pool {
    constructor(options: {
      connectionString: string
      max?: number
      application_name?: string
      connectionTimeoutMillis?: number
      /** Awaited before a new connection is handed out. */
      onConnect?: (client: PoolClient) => Promise<void>
    })
    readonly totalCount: number
    readonly idleCount: number
    readonly waitingCount: number
    connect(): Promise<PoolClient>
    end(): Promise<void>
    on(event: 'error', listener: (error: Error) => void): this
    on(event: 'connect', listener: (client: PoolClient) => void): this
  }

  const pg: { Pool: typeof Pool }
  export default pg
}
