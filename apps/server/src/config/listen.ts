import { EnvironmentError, type Settings } from './environment/environment.ts'

const ALL_ADDRESSES = '::'
const ALL_OF_IPV4 = '0.0.0.0'
/** Errors of a machine without IPv6. */
const WITHOUT_IPV6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL']

interface Listener {
  listen(at: { port: number; host: string }): Promise<string>
}

/**
 * Listens at HOST: at `::` on IPv6 and IPv4, or on IPv4 alone where there is no IPv6. Returns the server's URL for this
 * machine. Throws EnvironmentError.
 */
export async function listen(app: Listener, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> {
  const address = await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (host === ALL_ADDRESSES && WITHOUT_IPV6.includes(error.code ?? ''))
      return app.listen({ port, host: ALL_OF_IPV4 })
    // describeStartupError would take a failed name lookup for an error of the database.
    if (error.syscall === 'getaddrinfo')
      throw new EnvironmentError(`HOST is ${host}, which is no name or address of this machine.`, { cause: error })
    throw error
  })
  // People use the name localhost on their own machine, and session cookies belong to a host name.
  return [ALL_OF_IPV4, ALL_ADDRESSES].includes(host) ? `http://localhost:${new URL(address).port}` : address
}
