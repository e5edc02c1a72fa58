/** All that another host is told; what else a caller sends may be meant for the first host alone. */
const HARMLESS = ['accept', 'accept-language', 'if-range', 'range', 'user-agent']

/** The headers that may go to a host that they were not made for; names come out in lower case. */
export function harmlessHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => HARMLESS.includes(name)),
  )
}
