import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { checkAuthorities } from './environment/environment.ts'

it('a CA file that does not exist or contains no certificate is refused', async () => {
  const folder = temporaryDirectory()
  const path = join(folder, 'company.pem')
  await expect(checkAuthorities(path)).rejects.toThrow(/names a file that cannot be read/)
  await writeFile(path, 'nothing')
  await expect(checkAuthorities(path)).rejects.toThrow(/contains no PEM certificate/)
  await writeFile(path, '-----BEGIN CERTIFICATE-----')
  await expect(checkAuthorities(path)).resolves.toBeUndefined()
  await expect(checkAuthorities(null)).resolves.toBeUndefined()
})
