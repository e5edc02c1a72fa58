import { extname } from 'node:path'
import { EnvironmentError } from './environment.ts'

/** Names of errors whose message is a sentence for the operator. The modules of their classes may not be loaded. */
const ERRORS_FOR_OPERATORS = [
  'DataDirectoryError',
  'ClusterError',
  'DatabaseEncodingError',
  'SecretDiffersError',
  'SecretMissingError',
  'MovedError',
  'StillRunningError',
  'FileStoreError',
  'TransferError',
  'AdminCommandError',
  'RecordCommandError',
]

/** A sentence that tells the operator how to correct a mistake; null for errors that need a stack. */
export function describeStartupError(error: unknown): string | null {
  const sentence = describe(error)
  return sentence && nameCommands(sentence)
}

function describe(error: unknown): string | null {
  if (error instanceof EnvironmentError) return error.message
  if (!(error instanceof Error)) return null
  if (ERRORS_FOR_OPERATORS.includes(error.name)) return error.message
  return describeTakenPort(error) ?? describeFullDisk(error) ?? describeUnreachable(error)
}

/**
 * In the installed package, names the commands of `kerf` instead of npm's scripts. That package is JavaScript and has
 * no scripts.
 */
function nameCommands(sentence: string): string {
  if (extname(import.meta.filename) === '.ts') return sentence
  return sentence
    .replace(/npm run (web|worker|admin|migrate|backup|restore|move)( --)?/g, 'kerf $1')
    .replace(/npm start/g, 'kerf serve')
}

function describeFullDisk({ code, syscall }: NodeJS.ErrnoException): string | null {
  if (syscall === undefined || (code !== 'ENOSPC' && code !== 'EDQUOT')) return null
  return `The disk is full: Kerf cannot write to DATA_DIR or another folder it uses. Free up space and start again. (${code})`
}

function describeTakenPort(error: NodeJS.ErrnoException & { address?: string; port?: number }): string | null {
  if (error.syscall !== 'listen') return null
  const address = `${error.address ?? ''}:${error.port ?? ''}`
  if (error.code === 'EADDRINUSE')
    return `${address} is taken by another program. Stop that one, or set PORT to another port.`
  if (error.code === 'EACCES')
    return `This user may not listen on ${address}. Set PORT to 1024 or more, and put a reverse proxy in front.`
  if (error.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${error.address ?? ''}. Set HOST to one that it has.`
  return null
}

const NO_RESPONSE = 'The database is not responding. Check that it is running and that its address is correct.'

/** Sentences for error codes of PostgreSQL and the network, by pattern of the code. */
const CODE_SENTENCES: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^(ECONNREFUSED|ENOENT|ETIMEDOUT|EHOSTUNREACH|57P03)$/, NO_RESPONSE],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "The database's host is not known by that name."],
  [/^28/, 'The database does not take that user and password.'],
  [/^3D000$/, 'There is no database of that name. Make it first, empty: createdb.'],
  [/^42501$/, 'The user may not make tables there. Give it the database: alter database NAME owner to USER.'],
  [
    /^25006$/,
    'The database can only be read: it is a standby of another server, or closed for writing. Name the one that takes writes.',
  ],
  [/^3F000$/, 'The database has no schema public, where tables go. Make it: create schema public authorization USER.'],
  [/^42P07$/, "Tables of somebody else's stand in that database under names that Kerf's have. Name an empty one."],
  [
    /^(XX001|XX002|58P01)$/,
    'Files of the database are damaged or missing. Restore the latest backup: npm run restore -- latest --set-aside',
  ],
  [/^53100$/, 'The disk of the database is full.'],
  [/^53300$/, 'The database has no connection left. Raise its max_connections, or start fewer processes.'],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|ERR_TLS_CERT_ALTNAME_INVALID|CERT_HAS_EXPIRED)$/,
    "The database's certificate is not one to trust. Name its authority in the address: DATABASE_URL=postgres://...?sslmode=verify-full&sslrootcert=/path/to.pem",
  ],
]
/** Sentences for errors without a code, by pattern of the message. */
const MESSAGE_SENTENCES: readonly (readonly [words: RegExp, sentence: string])[] = [
  [
    /^The server does not support SSL connections$/,
    'The database takes no TLS, and its address asks for it: leave sslmode out, or switch TLS on there.',
  ],
  [
    /^(Connection terminated due to connection timeout|timeout expired|timeout exceeded when trying to connect)$/,
    `${NO_RESPONSE} (it accepts data but never answers, or something in between drops it)`,
  ],
]
const MAX_CAUSE_DEPTH = 8

/** A sentence about a database that cannot be used, without its address; null for other errors. */
function describeUnreachable(error: unknown): string | null {
  let cause = error
  for (let depth = 0; depth < MAX_CAUSE_DEPTH && typeof cause === 'object' && cause !== null; depth += 1) {
    const { code, syscall, cause: innerCause } = cause as { code?: unknown; syscall?: unknown; cause?: unknown }
    // ENOENT of `connect` means that the database's socket is missing; of other calls, that a file is missing.
    const isOfDatabase = code !== 'ENOENT' || syscall === 'connect'
    const codeEntry = isOfDatabase && CODE_SENTENCES.find(([codes]) => typeof code === 'string' && codes.test(code))
    if (codeEntry) return `${codeEntry[1]} (${String(code)})`
    const messageEntry =
      cause instanceof Error && MESSAGE_SENTENCES.find(([words]) => words.test((cause as Error).message))
    if (messageEntry) return messageEntry[1]
    cause = innerCause
  }
  return null
}
