import { plainLine } from './plain-text.ts'

const MOST_NAME_LENGTH = 200
/** What muxers write where nobody gave a name. */
const DEFAULT_NAME = /handler|core media|isomedia|gpac|l-smash|mainconcept|mediabunny|produced by google/i

/** The name of a track; null if it has none of its own. */
export function nameOf(text: string | null): string | null {
  const name = text === null ? '' : plainLine(text, MOST_NAME_LENGTH)
  return name === '' || DEFAULT_NAME.test(name) ? null : name
}
