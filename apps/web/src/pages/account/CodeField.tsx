import { Field } from '@kerf/ui/Field'
import { type ComponentProps, useState } from 'react'
import { accountWords } from '#messages/account/account.ts'

/** Field for the second factor: a number from the app, with a numeric keyboard, or a backup code. */
export function CodeField(props: Pick<ComponentProps<typeof Field>, 'fault' | 'name' | 'ref' | 'onChange' | 'onBlur'>) {
  const [isBackupCode, setIsBackupCode] = useState(false)
  return (
    <Field
      label={isBackupCode ? accountWords.code.backup : accountWords.code.label}
      autoComplete={isBackupCode ? 'off' : 'one-time-code'}
      inputMode={isBackupCode ? 'text' : 'numeric'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      hint={isBackupCode ? accountWords.code.backupHint : accountWords.code.hint}
      aside={
        <button
          type="button"
          className="min-h-(--touch) underline underline-offset-[0.22em]"
          onClick={() => setIsBackupCode(!isBackupCode)}
        >
          {isBackupCode ? accountWords.code.fromApp : accountWords.code.useBackup}
        </button>
      }
      {...props}
    />
  )
}
