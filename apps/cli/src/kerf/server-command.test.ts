import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it, vi } from 'vitest'
import { readServerCommand, userDataFolder } from './server-command.ts'

const readLine = (line: string) => readServerCommand(line.split(' '))

describe('a command for the server', () => {
  it('contains the port and the data folder of the server', () => {
    expect(readLine('serve')).toEqual({ words: ['serve'], settings: {}, isListening: true })
    expect(readLine('serve --port 0 --data=family').settings).toEqual({ PORT: '0', DATA_DIR: resolve('family') })
    expect(readLine('serve --data=~/kerf').settings).toEqual({ DATA_DIR: '~/kerf' })
    expect(readLine('worker --data /srv/kerf').words).toEqual(['worker'])
  })

  it('passes the other arguments of an operator command to the server', () => {
    expect(readLine('restore --data x latest --set-aside')).toEqual({
      words: ['restore', 'latest', '--set-aside'],
      settings: { DATA_DIR: resolve('x') },
      isListening: false,
    })
  })

  it.each([
    ['serve --port http', '--port takes a number from 0 to 65535, not http.'],
    ['serve --port 70000', '--port takes a number from 0 to 65535, not 70000.'],
    ['serve --data', '--data has no value.'],
    ['serve --port=', '--port has no value.'],
    ['serve now', '`kerf serve` takes --data and --port, not now. All else is set by variables.'],
  ])('%s is refused', (line, sentence) => {
    expect(() => readLine(line)).toThrow(sentence)
  })
})

describe('the data folder of a user', () => {
  const dataFolderOn = (platform: string, variables: Record<string, string | undefined> = {}) => {
    const platformMock = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform)
    addCleanup(() => platformMock.mockRestore())
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    addCleanup(() => vi.unstubAllEnvs())
    return userDataFolder()
  }

  it('follows the convention of the system', () => {
    expect(dataFolderOn('linux', { XDG_DATA_HOME: '/srv/data' })).toBe('/srv/data/kerf')
    expect(dataFolderOn('linux', { XDG_DATA_HOME: 'not/absolute' })).toBe(join(homedir(), '.local/share/kerf'))
    expect(dataFolderOn('linux', { XDG_DATA_HOME: undefined })).toBe(join(homedir(), '.local/share/kerf'))
    expect(dataFolderOn('darwin')).toBe(join(homedir(), 'Library/Application Support/kerf'))
    expect(dataFolderOn('win32', { LOCALAPPDATA: 'local' })).toBe(join('local', 'kerf'))
  })
})
