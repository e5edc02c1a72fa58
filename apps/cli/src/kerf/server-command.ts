import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { UsageError } from './arguments/parse-command-line.ts'
import { callersDirectory } from './callers-directory.ts'

/** Commands of the server's main program that listen on a port. */
const ROLES = ['serve', 'web', 'worker']
const SERVER_COMMANDS = [...ROLES, 'admin', 'doctor', 'migrate', 'backup', 'restore', 'move']
const MAX_PORT = 65_535

export const isServerCommand = (command: string | undefined): boolean =>
  command !== undefined && SERVER_COMMANDS.includes(command)

/** Data folder of this user, by the convention of the operating system. */
export function userDataFolder(): string {
  const { XDG_DATA_HOME = '', LOCALAPPDATA } = process.env
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homeFolder(), 'AppData', 'Local'), 'kerf')
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'kerf')
  return join(isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(homeFolder(), '.local', 'share'), 'kerf')
}

/** Home folder of this user. Some containers have users without a home; they use the current folder. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return process.cwd()
  }
}

interface ServerCommand {
  /** Words for the server's own program. */
  words: string[]
  /** Variables for its environment. */
  settings: Record<string, string>
  isListening: boolean
}

/** Reads the words after `kerf`. @throws UsageError */
export function readServerCommand(words: readonly string[]): ServerCommand {
  const [command = '', ...remainingWords] = words
  const settings: Record<string, string> = {}
  const dataFolder = takeOption(remainingWords, '--data')
  // Shells leave `~` in `--data=~/kerf`. The server replaces it with the home folder.
  if (dataFolder !== undefined)
    settings.DATA_DIR = dataFolder.startsWith('~') ? dataFolder : resolve(callersDirectory(), dataFolder)
  if (!ROLES.includes(command)) return { words: [command, ...remainingWords], settings, isListening: false }
  const port = takeOption(remainingWords, '--port')
  if (port !== undefined) settings.PORT = port
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= MAX_PORT))
    throw new UsageError(`--port takes a number from 0 to ${MAX_PORT}, not ${port}.`)
  if (remainingWords.length > 0)
    throw new UsageError(
      `\`kerf ${command}\` takes --data and --port, not ${remainingWords[0]}. All else is set by variables.`,
    )
  return { words: [command], settings, isListening: true }
}

/** Removes `--name VALUE` or `--name=VALUE` from the words. Returns the value; undefined if there is none. */
function takeOption(words: string[], name: string): string | undefined {
  const index = words.findIndex((word) => word === name || word.startsWith(`${name}=`))
  if (index < 0) return undefined
  const isOneWord = words[index] !== name
  const [option = '', nextWord = ''] = words.splice(index, isOneWord ? 1 : 2)
  const value = isOneWord ? option.slice(name.length + 1) : nextWord
  if (value === '') throw new UsageError(`${name} has no value.`)
  return value
}
