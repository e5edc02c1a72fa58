/** Behaviour of the stand-in towards one client of YouTube, named as on the wire: VISIONOS, WEB, TVHTML5. */
export interface ClientBehaviour {
  /** The video plays, but no format is listed. */
  noFormats?: boolean
  /** Every format is listed without its address. */
  sabrOnly?: boolean
  /** Playlists are listed, but no formats. */
  hlsOnly?: boolean
  /** Playlists are listed in addition to the formats. */
  hlsAlso?: boolean
  /** 403 for all media of this client, also in playlists, once this many bytes have been served. */
  forbiddenAfterBytes?: number
  /** 403 for each byte beyond this many of a file; true: 1 MiB. Playlists are not gated, as at YouTube. */
  gated?: boolean | number
  botCheck?: boolean
  /** "The page needs to be reloaded." */
  reloadPage?: boolean
  /** The player call is answered with 429. */
  rateLimited?: boolean
  /** The player call is never answered. */
  hangs?: boolean
  /** Every session that began before this was set gets a bot check. */
  expiredSession?: boolean
  /** Whether media is sent to anyone, or only to the IP address that requested its URL. */
  addressesFor?: 'anyone' | 'requester'
  /** Captions are listed and answered without content, or with 403, or never; or they are not listed. */
  captions?: 'empty' | 'forbidden' | 'hang' | 'none'
  /** URL of a proxy. This behaviour then applies only to requests through it. */
  through?: string
}

/** The requesting program: youtubei.js in process, or a yt-dlp. */
export type RequestingProgram = (typeof PROGRAMS)[number]
const PROGRAMS = ['innertube', 'ytdlp'] as const

/** The requester of a media address. The address contains it, signed. */
export interface Requester {
  client: string
  program: RequestingProgram
  /** Public IP address of the requester, which follows from its proxy. */
  from: string
}

/** The behaviour towards each client, and the bytes that its media addresses have served. */
export class ClientSwitch {
  #behaviours = new Map<string, ClientBehaviour>()
  #servedBytes = new Map<string, number>()
  #session = 1
  readonly #addressOf: (proxyUrl: string) => string | undefined

  constructor(addressOf: (proxyUrl: string) => string | undefined) {
    this.#addressOf = addressOf
  }

  /** Sets a behaviour from now on; an empty one is the ordinary one. Byte counts start again. */
  configure(client: string, behaviour: ClientBehaviour, program?: RequestingProgram): void {
    if (!program) for (const eachProgram of PROGRAMS) this.#behaviours.delete(clientKey(client, eachProgram))
    this.#behaviours.set(clientKey(client, program), behaviour)
    this.#servedBytes.clear()
    if (behaviour.expiredSession) this.#session += 1
  }

  reset(): void {
    this.#behaviours.clear()
    this.#servedBytes.clear()
  }

  /** A behaviour for one client overrides one for all, and one for one program overrides one for both programs. */
  behaviourFor({ client, program, from }: Requester): ClientBehaviour {
    return this.#behaviourFor(
      [clientKey('all'), clientKey('all', program), clientKey(client), clientKey(client, program)],
      from,
    )
  }

  /** The behaviour of pages and session data, which belong to no client. */
  pageBehaviour(from: string): ClientBehaviour {
    return this.#behaviourFor([clientKey('all')], from)
  }

  #behaviourFor(keys: readonly string[], from: string): ClientBehaviour {
    const matches = keys.flatMap((key) => this.#behaviours.get(key) ?? [])
    return Object.assign({}, ...matches.filter(({ through }) => !through || this.#addressOf(through) === from))
  }

  countBytes(requester: Requester, bytes: number): void {
    const key = clientKey(requester.client, requester.program)
    this.#servedBytes.set(key, this.servedBytes(requester) + bytes)
  }

  servedBytes({ client, program }: Requester): number {
    return this.#servedBytes.get(clientKey(client, program)) ?? 0
  }

  /** YouTube's id of a visitor without an account: an id of 11 characters and a time, encoded. */
  get visitorData(): string {
    const number = String(this.#session).padStart(4, '0')
    const fields = Buffer.concat([Buffer.from('\n\u000bstandin'), Buffer.from(number), Buffer.from([0x28, 0x01])])
    return encodeURIComponent(fields.toString('base64'))
  }
}

function clientKey(client: string, program: RequestingProgram | 'both' = 'both'): string {
  return `${client.toUpperCase()} ${program}`
}
