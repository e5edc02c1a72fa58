import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { openWorkFolder, prepareOutput } from './output-file.ts'

const folder = temporaryDirectory()
await writeFile(join(folder, 'video.mp4'), 'precious')

async function prepare(name: string, mayOverwrite = false, textExtensions: string[] = []) {
  const target = join(folder, name)
  const work = await openWorkFolder(dirname(target), target)
  const source = join(folder, 'video.mp4')
  try {
    const output = await prepareOutput(target, work, { mayOverwrite, source, textExtensions })
    return { ...output, close: work.close }
  } catch (error) {
    await work.close()
    throw error
  }
}

describe('the file of a clip', () => {
  it('never overwrites the source file, even under another name', async () => {
    await symlink(join(folder, 'video.mp4'), join(folder, 'alias.mp4'))
    await link(join(folder, 'video.mp4'), join(folder, 'twin.mp4'))
    for (const name of ['video.mp4', 'alias.mp4', 'twin.mp4'])
      await expect(prepare(name, true)).rejects.toMatchObject({
        code: 'output_taken',
        message: `${join(folder, name)} is the file to be cut. Choose another name.`,
      })
    expect(await readFile(join(folder, 'video.mp4'), 'utf8')).toBe('precious')
  })

  it('never overwrites the source file, even with a changed extension', async () => {
    for (const name of ['video.webm', 'video']) {
      const output = await prepare(name, true)
      await writeFile(output.partialPath, 'a clip')
      await expect(output.publish('mp4')).rejects.toMatchObject({
        code: 'output_taken',
        message: `${join(folder, 'video.mp4')} is the file to be cut. Choose another name.`,
      })
      await output.close()
    }
    expect(await readFile(join(folder, 'video.mp4'), 'utf8')).toBe('precious')
  })

  it.each([
    ['nowhere/clip.mp4', 'the folder does not exist.'],
    ['video.mp4/clip.mp4', 'its parent is not a folder.'],
    [`${'x'.repeat(260)}.mp4`, 'its name is too long. Most disks take 255 bytes.'],
  ])('at %s is refused with a reason', async (name, reason) => {
    await expect(prepare(name)).rejects.toMatchObject({
      code: 'output_failed',
      message: `${join(folder, name)} cannot be written: ${reason}`,
    })
  })

  it('gets the extension of its container, and leaves no other file', async () => {
    await mkdir(join(folder, 'clips'))
    const output = await prepare('clips/clip.webm')
    await writeFile(output.partialPath, 'a clip')
    expect(await output.publish('mp4')).toBe(join(folder, 'clips/clip.mp4'))
    await output.close()
    expect(await readdir(join(folder, 'clips'))).toEqual(['clip.mp4'])
  })

  it('keeps an unknown extension as part of its name and of its text files', async () => {
    await mkdir(join(folder, 'parts'))
    for (const name of ['talk.part1', 'talk.part2']) {
      const output = await prepare(`parts/${name}`, false, ['srt'])
      await writeFile(output.partialPath, 'a clip')
      const path = await output.publish('webm')
      await output.writeTextFile(path, 'srt', 'said')
      await output.close()
    }
    const expectedNames = ['talk.part1', 'talk.part2'].flatMap((name) => [`${name}.srt`, `${name}.webm`])
    expect((await readdir(join(folder, 'parts'))).sort()).toEqual(expectedNames)
  })

  it('may have text files, which overwrite nothing either', async () => {
    await mkdir(join(folder, 'texts'))
    const output = await prepare('texts/clip.webm', false, ['srt'])
    await writeFile(output.partialPath, 'a clip')
    const path = await output.publish(null)
    expect(await output.writeTextFile(path, 'srt', 'said')).toBe(join(folder, 'texts/clip.srt'))
    await output.close()
    expect((await readdir(join(folder, 'texts'))).sort()).toEqual(['clip.srt', 'clip.webm'])
    expect(await readFile(join(folder, 'texts/clip.srt'), 'utf8')).toBe('said')
    await expect(prepare('texts/clip.mp4', false, ['srt'])).rejects.toMatchObject({
      code: 'output_taken',
      message: `${join(folder, 'texts/clip.srt')} already exists. Choose another name, or use --force.`,
    })
  })
})
