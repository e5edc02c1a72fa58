import { Field } from '@kerf/ui/Field'
import { type ComponentProps, useState } from 'react'
import { accountWords } from '#messages/account.ts'

const words = accountWords.code

/** The second factor: figures from the app, which a phone's keyboard offers first, or one of the codes kept for bad days. */
export function CodeField(props: Pick<ComponentProps<typeof Field>, 'fault' | 'name' | 'ref' | 'onChange' | 'onBlur'>) {
  const [isBackupCode, setIsBackupCode] = useState(false)
  return (
    <Field
      label={isBackupCode ? words.backup : words.label}
      autoComplete={isBackupCode ? 'off' : 'one-time-code'}
      inputMode={isBackupCode ? 'text' : 'numeric'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      hint={isBackupCode ? words.backupHint : words.hint}
      aside={
        <button type="button" className="code-toggle" onClick={() => setIsBackupCode(!isBackupCode)}>
          {isBackupCode ? words.fromApp : words.useBackup}
        </button>
      }
      {...props}
    />
  )
}
