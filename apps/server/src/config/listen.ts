import { EnvironmentError, type Settings } from './environment/environment.ts'

const ALL_ADDRESSES = '::'
const ALL_OF_IPV4 = '0.0.0.0'
/** Errors of a machine without IPv6. */
const WITHOUT_IPV6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL']

interface Listener {
  listen(at: { port: number; host: string }): Promise<string>
}

/** Listens at HOST; at `::` to IPv6 and IPv4, or to IPv4 alone where there is no IPv6. Answers a URL by which this machine reaches it. Throws EnvironmentError. */
export async function listen(app: Listener, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> {
  const address = await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (host === ALL_ADDRESSES && WITHOUT_IPV6.includes(error.code ?? ''))
      return app.listen({ port, host: ALL_OF_IPV4 })
    // It would be taken for an error of the database, which is asked by its name as well.
    if (error.syscall === 'getaddrinfo')
      throw new EnvironmentError(`HOST is ${host}, which is no name or address of this machine.`, { cause: error })
    throw error
  })
  // The name that people use on their own machine: sessions belong to a name.
  return [ALL_OF_IPV4, ALL_ADDRESSES].includes(host) ? `http://localhost:${new URL(address).port}` : address
}
