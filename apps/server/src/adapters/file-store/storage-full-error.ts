/** The disk has no room left, or the user's share of it is used up; `code` is the same for both. */
export class StorageFullError extends Error {
  readonly code = 'ENOSPC'

  constructor(cause: unknown) {
    super('There is no room left where files are kept.', { cause })
    this.name = 'StorageFullError'
  }
}

/** Runs work on the disk and says it in one way when the disk is full. */
export async function tellingWhenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFullError(error) : error
  }
}
