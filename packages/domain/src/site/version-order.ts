const RELEASE_VERSION_PATTERN = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\w.-]+)?(?:\+[\w.-]+)?$/

/** Whether a text is the version of a release, such as `0.4.0` or `v0.4.0`, and no pre-release. */
export function isRelease(text: string): boolean {
  const match = RELEASE_VERSION_PATTERN.exec(text)
  return match !== null && match[4] === undefined
}

/** Whether version `a` is newer than `b`. A pre-release is older than its release; pre-releases are not compared. */
export function isNewerVersion(a: string, b: string): boolean {
  const [, ...partsOfA] = RELEASE_VERSION_PATTERN.exec(a) ?? []
  const [, ...partsOfB] = RELEASE_VERSION_PATTERN.exec(b) ?? []
  for (const index of [0, 1, 2]) {
    const difference = Number(partsOfA[index] ?? 0) - Number(partsOfB[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return partsOfA[3] === undefined && partsOfB[3] !== undefined
}
