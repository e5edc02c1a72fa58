import { CutterError } from '../cutter-error.ts'

/** An address in a playlist, made absolute. */
export function resolveAddress(uri: string | undefined, base: string): string {
  if (!uri || !URL.canParse(uri, base)) {
    throw new CutterError('broken_media', 'The playlist names something that is no address.')
  }
  return new URL(uri, base).href
}
