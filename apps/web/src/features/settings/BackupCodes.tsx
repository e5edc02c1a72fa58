import { PRODUCT_NAME, PRODUCT_SLUG } from '@kerf/domain/site/product'
import { Button } from '@kerf/ui/Button'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { saveText } from '../../browser/save-file.ts'
import { CopyButton } from './CopyButton.tsx'

const words = dashboardWords.settings.secondFactor
const FILE_NAME = `${PRODUCT_SLUG}_backup_codes.txt`

/** Backup codes of an account. They are shown only once, because nobody can read them from the server later. */
export function BackupCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const lines = codes.join('\n')
  return (
    <>
      <ul className="backup-codes time" aria-label={words.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton label={words.copyCodes} text={lines} copied={words.codesTitle} />
        <Button
          variant="paper"
          size="small"
          onClick={() => saveText(FILE_NAME, `${words.codesFile(PRODUCT_NAME, email)}\n\n${lines}\n`)}
        >
          {words.saveCodes}
        </Button>
      </div>
    </>
  )
}
