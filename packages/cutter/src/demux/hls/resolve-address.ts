import { CutterError } from '../../api/cutter-error.ts'

/** Servers usually reject longer ones. */
const LONGEST_ADDRESS = 8192
/** Of all addresses of a playlist. A short name in it grows by as much as the playlist's own address is long. */
const LARGEST_ADDRESSES = 16 * 1024 * 1024
/** Enough for a key per segment, and some more. */
const MOST_ADDRESSES = 65_536

/** Makes the addresses in one playlist absolute. */
export class AddressResolver {
  readonly #base: URL
  readonly #known = new Map<string, string>()
  #length = 0

  /** @param base the playlist's own address */
  constructor(base: string) {
    const url = base.length > LONGEST_ADDRESS ? null : URL.parse(base)
    if (!url) throw new CutterError('unsupported_media', 'The playlist is at an address that is too long, or none.')
    this.#base = url
  }

  /** Addresses that were resolved before are free: many lists repeat the same file or key. */
  resolve(uri: string | undefined): string {
    const known = this.#known.get(uri ?? '')
    if (known !== undefined) return known
    if (uri && uri.length > LONGEST_ADDRESS) {
      throw new CutterError('unsupported_media', 'The playlist names an address that is too long.')
    }
    const url = uri ? URL.parse(uri, this.#base) : null
    if (!uri || !url) throw new CutterError('broken_media', 'The playlist names something that is no address.')
    const { href } = url
    this.#length += href.length
    if (href.length > LONGEST_ADDRESS || this.#length > LARGEST_ADDRESSES || this.#known.size >= MOST_ADDRESSES) {
      throw new CutterError('unsupported_media', 'The addresses in the playlist are too long, or too many.')
    }
    this.#known.set(uri, href)
    return href
  }
}
