import type { ScratchFolder } from '../scratch.ts'
import { openMemoryFile, type PrivateFile } from './memory-file.ts'

/** TypeScript's types of a page lack what only workers can do. */
interface WorkerFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    read(bytes: Uint8Array, options: { at: number }): number
    write(bytes: Uint8Array, options: { at: number }): number
    truncate(sizeBytes: number): void
    flush(): void
    close(): void
  }>
}

const PARENT_NAME = 'kerf-cutter'

/** The folder of this worker, in the origin's private file system. It is made with the first file. */
let workerFolder: Promise<FileSystemDirectoryHandle> | null = null

function requireWorkerFolder(): Promise<FileSystemDirectoryHandle> {
  workerFolder ??= openWorkerFolder().catch((error: unknown) => {
    // The next file tries again.
    workerFolder = null
    throw error
  })
  return workerFolder
}

/** Deletes the clips and temporary files of workers that have ended. */
export async function removeLeftFiles(): Promise<void> {
  await removeLeftFolders(await openParentFolder())
}

/** Opens a new file in the folder of this worker, or in memory where the browser has no such folder. */
export async function openPrivateFile(): Promise<PrivateFile> {
  const folder = await requireWorkerFolder().catch(() => null)
  return folder ? openFileIn(folder, crypto.randomUUID()) : openMemoryFile()
}

/** Opens a new folder for temporary files in the folder of this worker, or in memory where the browser has no such folder. */
export async function openPrivateFolder(prefix: string): Promise<ScratchFolder> {
  const path = `${prefix}${crypto.randomUUID()}`
  const parent = await requireWorkerFolder().catch(() => null)
  if (!parent) return memoryFolder(path)
  const folder = await parent.getDirectoryHandle(path, { create: true })
  return {
    path,
    openFile: (name) => openFileIn(folder, name),
    remove: () => parent.removeEntry(path, { recursive: true }),
  }
}

function memoryFolder(path: string): ScratchFolder {
  const files: PrivateFile[] = []
  return {
    path,
    async openFile() {
      const file = openMemoryFile()
      files.push(file)
      return file
    },
    async remove() {
      for (const file of files) await file.remove()
    },
  }
}

async function openFileIn(folder: FileSystemDirectoryHandle, name: string): Promise<PrivateFile> {
  const handle = (await folder.getFileHandle(name, { create: true })) as WorkerFileHandle
  const access = await handle.createSyncAccessHandle()
  return {
    async write(position, bytes) {
      for (let at = 0; at < bytes.length; ) {
        const count = access.write(bytes.subarray(at), { at: position + at })
        if (count === 0) throw new Error('The file takes no more bytes.')
        at += count
      }
    },
    async read(start, end) {
      const bytes = new Uint8Array(end - start)
      for (let at = 0; at < bytes.length; ) {
        const count = access.read(bytes.subarray(at), { at: start + at })
        if (count === 0) throw new Error('The file ends too early.')
        at += count
      }
      return bytes
    },
    truncate: (sizeBytes) => access.truncate(sizeBytes),
    async close() {
      try {
        access.flush()
      } finally {
        // A handle that stays open would keep the file from being deleted.
        access.close()
      }
    },
    file: () => handle.getFile(),
    remove: () => folder.removeEntry(name),
  }
}

async function openParentFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(PARENT_NAME, { create: true })
}

/** Makes a folder for this worker, and deletes the folders of workers that have ended. */
async function openWorkerFolder(): Promise<FileSystemDirectoryHandle> {
  const parent = await openParentFolder()
  const name = crypto.randomUUID()
  await holdUntilEnd(lockNameOf(name))
  await removeLeftFolders(parent)
  return parent.getDirectoryHandle(name, { create: true })
}

const lockNameOf = (folderName: string): string => `${PARENT_NAME}/${folderName}`

/** Takes a lock that the browser releases when this worker ends. */
function holdUntilEnd(lockName: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const hold = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    navigator.locks.request(lockName, hold).catch(reject)
  })
}

async function removeLeftFolders(parent: FileSystemDirectoryHandle): Promise<void> {
  const names: string[] = []
  for await (const name of parent.keys()) names.push(name)
  // A worker takes its lock before it makes its folder, so every folder in use has its lock here.
  const { held = [] } = await navigator.locks.query()
  const locks = new Set(held.map(({ name }) => name))
  for (const name of names) {
    if (locks.has(lockNameOf(name))) continue
    // Another new worker may delete the same folder.
    await parent.removeEntry(name, { recursive: true }).catch(() => {})
  }
}
