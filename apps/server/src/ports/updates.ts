/** The newest version of Kerf, from a file or registry that the operator names: adapters/updates. */

/** Reads the newest version, such as `0.4.0`. Throws UpdatesError. */
export type NewestVersion = () => Promise<string>

/** The file or registry cannot be read or names no version. The message is a short cause without a full stop. */
export class UpdatesError extends Error {
  override name = 'UpdatesError'
}
