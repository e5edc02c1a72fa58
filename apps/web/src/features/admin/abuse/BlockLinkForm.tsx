import { zodResolver } from '@hookform/resolvers/zod'
import { blockLink as blockCall } from '@kerf/contract/admin-abuse'
import type { BodyOf } from '@kerf/contract/endpoint'
import { Button } from '@kerf/ui/Button'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { blockLink } from '../../../api/admin-calls.ts'
import { toasts } from '../../../app/toasts.ts'
import { adminKeys } from '../admin-queries.ts'
import { reportFailure } from '../lists/report-failure.ts'

const words = adminSettingsWords.blocklist
const EMPTY: BodyOf<typeof blockCall> = { kind: 'video', link: '', reason: '' }

export function BlockLinkForm() {
  const queryClient = useQueryClient()
  const { register, handleSubmit, reset, formState } = useForm<BodyOf<typeof blockCall>>({
    defaultValues: EMPTY,
    resolver: zodResolver(blockCall.body),
  })
  const busy = formState.isSubmitting
  const { link, reason } = formState.errors

  const submit = handleSubmit(async (values) => {
    try {
      const blocked = await blockLink(values)
      toasts.show({ title: words.added, text: blocked.link })
      reset(EMPTY)
      await queryClient.invalidateQueries({ queryKey: adminKeys.blocklist })
    } catch (error) {
      reportFailure(error)
    }
  })

  return (
    <form className="block-form" noValidate onSubmit={(event) => (busy ? event.preventDefault() : submit(event))}>
      <div>
        <label htmlFor="block-link">{words.linkField}</label>
        <TextField
          id="block-link"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          fault={link ? words.linkFault : null}
          {...register('link')}
        />
        {link && <FieldFault fieldId="block-link">{words.linkFault}</FieldFault>}
      </div>
      <div>
        <label htmlFor="block-reason">{words.reasonField}</label>
        <TextField
          id="block-reason"
          autoComplete="off"
          maxLength={500}
          fault={reason ? words.reasonFault : null}
          {...register('reason')}
        />
        {reason && <FieldFault fieldId="block-reason">{words.reasonFault}</FieldFault>}
      </div>
      <Button type="submit" size="bench" variant="blade" aria-disabled={busy || undefined}>
        {busy ? words.adding : words.add}
      </Button>
    </form>
  )
}
