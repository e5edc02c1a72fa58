import { EnvironmentError, type Settings } from './environment/environment.ts'

const ALL_ADDRESSES = '::'
const ALL_IPV4_ADDRESSES = '0.0.0.0'
/** Error codes on a machine without IPv6. */
const NO_IPV6_CODES = ['EAFNOSUPPORT', 'EADDRNOTAVAIL']

interface Listener {
  listen(at: { port: number; host: string }): Promise<string>
}

/**
 * Listens at HOST. `::` means IPv6 and IPv4, or only IPv4 on a machine without IPv6. Returns the server's URL for this
 * machine. Throws EnvironmentError.
 */
export async function listen(app: Listener, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> {
  const address = await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (host === ALL_ADDRESSES && NO_IPV6_CODES.includes(error.code ?? ''))
      return app.listen({ port, host: ALL_IPV4_ADDRESSES })
    // describeStartupError would report a failed name lookup as an error of the database.
    if (error.syscall === 'getaddrinfo')
      throw new EnvironmentError(`HOST is ${host}, which is no name or address of this machine.`, { cause: error })
    throw error
  })
  // People open localhost on their own machine. Another name in the printed URL would be another host for the session cookie.
  return [ALL_IPV4_ADDRESSES, ALL_ADDRESSES].includes(host) ? `http://localhost:${new URL(address).port}` : address
}
