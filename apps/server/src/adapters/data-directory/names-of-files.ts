import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import { PREVIEW_KEY_PREFIX } from '../../ports/files.ts'
import { filesIn } from './files-in.ts'

/** Name of the file that marks a folder or bucket as Kerf's. It begins with a dot, which no file key does. */
export const MARKER_NAME = '.kerf'
export const MARKER_TEXT =
  'Everything beside this belongs to a Kerf, which deletes here what its database does not know.\n'

/** Name of a clip: its id, then a second id after a retry. A 128-bit base64url ends in one of four letters. */
const CLIP_NAME_PATTERN = new RegExp(`^[\\w-]{21}[AQgw](?:-[\\w-]{21}[AQgw])?\\.(?:${CLIP_FORMATS.join('|')})$`)
const PREVIEW_NAME_PATTERN = new RegExp(`^${PREVIEW_KEY_PREFIX}(?:live-)?[0-9a-f]{64}$`)
/** Name of a draft, a file that is being copied from another file system. */
const DRAFT_NAME_PATTERN = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Name that NFS gives to a file that was deleted while it was read. */
const DELETED_NAME_PATTERN = new RegExp(`^(?:${PREVIEW_KEY_PREFIX})?\\.nfs[0-9a-f]{24}$`)

/** Whether a file has a name that Kerf gives to its files, or NFS to Kerf's deleted files. */
function isMadeByKerf(name: string): boolean {
  return (
    name === MARKER_NAME ||
    [CLIP_NAME_PATTERN, PREVIEW_NAME_PATTERN, DRAFT_NAME_PATTERN, DELETED_NAME_PATTERN].some((pattern) =>
      pattern.test(name),
    )
  )
}

/** Finds the first file below a folder that does not have a name of Kerf; null if there is none. */
export async function findForeignIn(folder: string): Promise<string | null> {
  for await (const { name, isFile } of filesIn(folder)) if (!isFile || !isMadeByKerf(name)) return name
  return null
}
