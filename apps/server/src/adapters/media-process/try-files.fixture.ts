import { readFileSync } from 'node:fs'

/** Tries to read the files that it is told, and tells its parent how each of them ended. */
const outcomes = process.argv.slice(2).map((path) => {
  try {
    readFileSync(path)
    return 'read'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
})
process.send?.(outcomes, () => process.exit(0))
