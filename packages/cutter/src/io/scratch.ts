import { CutterError } from '../api/cutter-error.ts'

/** A temporary file. */
export interface ScratchFile {
  write(position: number, bytes: Uint8Array): Promise<void>
  /** Resolves to the bytes [start, end), which were written before. */
  read(start: number, end: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** A folder of temporary files for one cut. */
export interface ScratchFolder {
  /** Path for files that a native codec writes itself. In a browser, no file has this path. */
  readonly path: string
  openFile(name: string): Promise<ScratchFile>
  /** Deletes the folder and its files, which must be closed. */
  remove(): Promise<void>
}

/** Opens a new folder, whose name begins with `prefix`. */
export type OpenScratchFolder = (prefix: string) => Promise<ScratchFolder>

/** @throws CutterError sink_failed for any error of temporary files */
export async function withScratchErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CutterError('sink_failed', `Packets could not be kept on disk: ${reason}`, { cause: error })
  }
}
