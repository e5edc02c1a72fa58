import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import { PREVIEW_KEY_PREFIX } from '../../ports/files.ts'
import { filesIn } from './files-in.ts'

/** Says whose files lie beside it. No file key begins with a dot. */
export const MARK = '.kerf'
export const MARK_TEXT =
  'Everything beside this belongs to a Kerf, which deletes here what its database does not know.\n'

/** An id, and another one for a later try. 128 bits end in one of four letters. */
const CLIP = new RegExp(`^[\\w-]{21}[AQgw](?:-[\\w-]{21}[AQgw])?\\.(?:${CLIP_FORMATS.join('|')})$`)
const PREVIEW = new RegExp(`^${PREVIEW_KEY_PREFIX}[0-9a-f]{64}$`)
/** On its way from another file system. */
const COMING = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** What NFS calls a file that was deleted while it is read. */
const DELETED = new RegExp(`^(?:${PREVIEW_KEY_PREFIX})?\\.nfs[0-9a-f]{24}$`)

/** Whether Kerf gives files such names, and hardly anybody else, or NFS gives them to Kerf's. */
function isMadeByKerf(name: string): boolean {
  return name === MARK || [CLIP, PREVIEW, COMING, DELETED].some((made) => made.test(name))
}

/** The first file below a folder that has no name of Kerf's; null where there is none. */
export async function firstForeignIn(folder: string): Promise<string | null> {
  for await (const { name, isFile } of filesIn(folder)) if (!isFile || !isMadeByKerf(name)) return name
  return null
}
