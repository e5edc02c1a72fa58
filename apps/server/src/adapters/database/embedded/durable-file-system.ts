import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

interface OpenStream {
  /** Descriptor of the real file. A folder has none. */
  nfd?: number
  node: object
}

/** Parts of Emscripten's NODEFS that this module corrects. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: OpenStream) => number }
  node_ops: { setattr(node: object, attributes: { mode?: number }): void }
  realPath(node: object): string
  tryFSOperation<T>(operation: () => T): T
}

/** This version of PGlite does not let fsync be added. Without fsync no commit is safe, so PGlite must not be used. */
export class NotDurableError extends Error {
  override name = 'NotDurableError'
}

/** Permission bits of other users of this machine. */
const OTHER_USERS_BITS = 0o077

/**
 * NodeFS with fsync, which PGlite leaves out. fsync is set before PostgreSQL starts, because crash recovery deletes old
 * log files. Only the owner may access the files: PGlite sets modes that the umask does not restrict.
 */
export class DurableFileSystem extends NodeFS {
  readonly #sync: (descriptor: number) => void

  /** `sync` is fsyncSync by default. A test passes its own function to count calls. */
  constructor(dataFolder: string, sync: (descriptor: number) => void = fsyncSync) {
    super(dataFolder)
    this.#sync = sync
  }

  override async init(pglite: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const correctModule = (module: object) => this.#correctFileSystem((module as { NODEFS?: NodeFileSystem }).NODEFS)
    const preRun = (emscriptenOpts.preRun ?? []) as ((module: object) => void)[]
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [correctModule, ...preRun] } as EmscriptenOptions }
  }

  #correctFileSystem(fileSystem: NodeFileSystem | undefined): void {
    if (!fileSystem?.stream_ops || !fileSystem.tryFSOperation)
      throw new NotDurableError('This version of PGlite hides its file system, so commits cannot be forced to disk.')
    const { setattr } = fileSystem.node_ops
    fileSystem.node_ops.setattr = (node, attributes) =>
      setattr(node, attributes.mode == null ? attributes : { ...attributes, mode: attributes.mode & ~OTHER_USERS_BITS })
    fileSystem.stream_ops.fsync = (stream) => {
      // tryFSOperation turns Node's errors into error numbers, so that PostgreSQL stops instead of losing data.
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
