import { readFileSync } from 'node:fs'

/** Tries to read the files in its arguments, and sends the outcome of each read to its parent process. */
const outcomes = process.argv.slice(2).map((path) => {
  try {
    readFileSync(path)
    return 'read'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
})
process.send?.(outcomes, () => process.exit(0))
