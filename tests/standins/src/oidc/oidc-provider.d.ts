/** Types of the parts that we use; the package itself has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Context {
    path: string
    body: Record<string, unknown>
    oidc?: { route?: string; client: { clientId: string }; session: { accountId: string } }
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Grant: new (of: {
      clientId: string
      accountId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
