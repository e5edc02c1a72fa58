import { type Download, readDownloadFile } from '@kerf/contract/download'
import { ApiError, OfflineError, pathFor, queryString } from '@kerf/contract/protocol/client'
import { FILE_NAMES, type FileNames } from '@kerf/domain/formats/title-file-name'
import { readStored, store } from '../../browser/storage.ts'

/** The server's default for the names of files. */
const defaultFileNames = (): FileNames => readNames(document.documentElement.dataset.fileNames) ?? 'quality'

const readNames = (text: string | null | undefined): FileNames | undefined => FILE_NAMES.find((names) => names === text)

/** Names of files in this browser: its own choice, else the server's default. */
export const fileNames = (): FileNames => readNames(readStored('file-names')) ?? defaultFileNames()

export const chooseFileNames = (names: FileNames): void =>
  store('file-names', names === defaultFileNames() ? null : names)

/** Query of a file's address; empty where the server's default applies. */
export const nameQuery = () => ({ name: readNames(readStored('file-names')) })

/** Address of a finished clip's file, with the name that this browser uses. The server supports byte ranges. */
export const clipAddress = ({ id }: Pick<Download, 'id'>): string =>
  pathFor(readDownloadFile, { id }) + queryString(nameQuery())

/** File name in the `content-disposition` header of an answer; null without one. */
export function fileNameOf(answer: Response): string | null {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return name === undefined ? null : decodeURIComponent(name)
}

/**
 * Fetches a finished clip; null where it is in a file store that scripts may not read. Throws ApiError and
 * OfflineError.
 */
export async function fetchClip(download: Download, mediaType: string): Promise<File | null> {
  const answer = await fetch(clipAddress(download), { credentials: 'include', redirect: 'manual' }).catch((cause) => {
    throw new OfflineError('No answer.', { cause })
  })
  if (answer.type === 'opaqueredirect') return null
  if (!answer.ok) throw await ApiError.from(answer)
  return new File([await answer.blob()], fileNameOf(answer) ?? download.fileName, { type: mediaType })
}
