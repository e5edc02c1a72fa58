import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * Reads the arguments of a measurement. Ends the process with the usage for `--help`, and with a reason for arguments
 * that it does not take.
 * @param usage how it is called and what it measures
 */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    process.exit()
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuse((error as Error).message, usage)
  }
}

/** Reads a number above zero. Ends the process with a reason for any other text. */
export function numberIn(text: string, usage: string): number {
  return Number(text) > 0 ? Number(text) : refuse(`"${text}" is not a number above zero.`, usage)
}

function refuse(reason: string, usage: string): never {
  console.error(`${reason}\n\n${usage}`)
  process.exit(2)
}
