import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

interface OpenStream {
  /** The real file's descriptor; a folder has none. */
  nfd?: number
  node: object
}

/** The parts of Emscripten's file system over Node's that are mended here. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: OpenStream) => number }
  node_ops: { setattr(node: object, attributes: { mode?: number }): void }
  realPath(node: object): string
  tryFSOperation<T>(operation: () => T): T
}

/** PGlite has changed its insides: without fsync nothing it acknowledges is safe, so it must not be used like that. */
export class NotDurableError extends Error {
  override name = 'NotDurableError'
}

/** What others on this machine may do with a file. */
const OTHERS = 0o077

/**
 * NodeFS with fsync, which PGlite leaves out. Set before PostgreSQL starts: crash recovery deletes old log. Files are for their
 * owner alone: PGlite sets modes that no umask holds back.
 */
export class DurableFileSystem extends NodeFS {
  readonly #sync: (descriptor: number) => void

  /** `sync` is fsyncSync; a test passes its own to count. */
  constructor(dataFolder: string, sync: (descriptor: number) => void = fsyncSync) {
    super(dataFolder)
    this.#sync = sync
  }

  override async init(pglite: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const mend = (module: object) => this.#mend((module as { NODEFS?: NodeFileSystem }).NODEFS)
    const preRun = (emscriptenOpts.preRun ?? []) as ((module: object) => void)[]
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [mend, ...preRun] } as EmscriptenOptions }
  }

  #mend(fileSystem: NodeFileSystem | undefined): void {
    if (!fileSystem?.stream_ops || !fileSystem.tryFSOperation)
      throw new NotDurableError('This version of PGlite hides its file system, so commits cannot be forced to disk.')
    const { setattr } = fileSystem.node_ops
    fileSystem.node_ops.setattr = (node, attributes) =>
      setattr(node, attributes.mode == null ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS })
    fileSystem.stream_ops.fsync = (stream) => {
      // Turns Node's errors into error numbers: PostgreSQL then stops rather than lose data.
      fileSystem.tryFSOperation(() => {
        if (stream.nfd === undefined) this.#syncFolder(fileSystem.realPath(stream.node))
        else this.#sync(stream.nfd)
      })
      return 0
    }
  }

  #syncFolder(path: string): void {
    const descriptor = openSync(path, 'r')
    try {
      this.#sync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}
