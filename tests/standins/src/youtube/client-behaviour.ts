/** How the stand-in behaves towards one client of YouTube, named as on the wire: VISIONOS, WEB, TVHTML5. */
export interface ClientBehaviour {
  /** Plays, and lists no format at all. */
  noFormats?: boolean
  /** Every format without its address. */
  sabrOnly?: boolean
  /** No format, only a list of playlists. */
  hlsOnly?: boolean
  /** A list of playlists beside the formats. */
  hlsBeside?: boolean
  /** 403 for all media handed to this client once they have served so many bytes, those in playlists as well. */
  forbiddenAfterBytes?: number
  /** 403 for each byte beyond so many of a file; true: 1 MiB. Playlists are not gated, as at YouTube. */
  gated?: boolean | number
  botCheck?: boolean
  /** "The page needs to be reloaded." */
  reloadPage?: boolean
  /** The player call is answered with 429. */
  rateLimited?: boolean
  /** The player call is never answered. */
  hangs?: boolean
  /** A bot check for every session begun before this was set. */
  expiredSession?: boolean
  /** Media go only to the address that asked for them. */
  addressesFor?: 'anyone' | 'requester'
  /** Captions are listed and answered without content, or with 403, or never; or they are not listed. */
  captions?: 'empty' | 'forbidden' | 'hang' | 'none'
  /** All this only for those who come through this proxy, by its url. */
  through?: string
}

/** Which of the two programs asks: youtubei.js in process, or a yt-dlp. */
export type AskingProgram = (typeof PROGRAMS)[number]
const PROGRAMS = ['innertube', 'ytdlp'] as const

/** Who is told an address. The address carries it, signed. */
export interface Requester {
  client: string
  program: AskingProgram
  /** Its public address, by the proxy that it came through. */
  from: string
}

/** The behaviour towards each client, and what their addresses have served. */
export class ClientSwitch {
  #behaviours = new Map<string, ClientBehaviour>()
  #servedBytes = new Map<string, number>()
  #session = 1
  readonly #addressOf: (proxyUrl: string) => string | undefined

  constructor(addressOf: (proxyUrl: string) => string | undefined) {
    this.#addressOf = addressOf
  }

  /** From now on; an empty behaviour is the ordinary one. Bytes are counted from here. */
  configure(client: string, behaviour: ClientBehaviour, program?: AskingProgram): void {
    if (!program) for (const one of PROGRAMS) this.#behaviours.delete(keyOf(client, one))
    this.#behaviours.set(keyOf(client, program), behaviour)
    this.#servedBytes.clear()
    if (behaviour.expiredSession) this.#session += 1
  }

  reset(): void {
    this.#behaviours.clear()
    this.#servedBytes.clear()
  }

  /** What was said of all is overridden by what was said of the client, and that by what was said of one program. */
  of({ client, program, from }: Requester): ClientBehaviour {
    return this.#told([keyOf('all'), keyOf('all', program), keyOf(client), keyOf(client, program)], from)
  }

  /** Pages and session data are of no client. */
  ofPages(from: string): ClientBehaviour {
    return this.#told([keyOf('all')], from)
  }

  #told(keys: readonly string[], from: string): ClientBehaviour {
    const told = keys.flatMap((key) => this.#behaviours.get(key) ?? [])
    return Object.assign({}, ...told.filter(({ through }) => !through || this.#addressOf(through) === from))
  }

  countBytes(requester: Requester, bytes: number): void {
    const key = keyOf(requester.client, requester.program)
    this.#servedBytes.set(key, this.servedBytes(requester) + bytes)
  }

  servedBytes({ client, program }: Requester): number {
    return this.#servedBytes.get(keyOf(client, program)) ?? 0
  }

  /** An opaque word by which YouTube knows a visitor without an account: a number of 11 characters, and a time. */
  get visitorData(): string {
    const number = String(this.#session).padStart(4, '0')
    const fields = Buffer.concat([Buffer.from('\n\u000bstandin'), Buffer.from(number), Buffer.from([0x28, 0x01])])
    return encodeURIComponent(fields.toString('base64'))
  }
}

function keyOf(client: string, program: AskingProgram | 'both' = 'both'): string {
  return `${client.toUpperCase()} ${program}`
}
