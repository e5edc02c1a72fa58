import { zodResolver } from '@hookform/resolvers/zod'
import type { ApiKey } from '@kerf/contract/api-keys'
import { signClipAddress } from '@kerf/contract/clip-address'
import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { Field, FieldFrame } from '@kerf/ui/Field'
import { SelectField } from '@kerf/ui/SelectField'
import { useId, useState } from 'react'
import { z } from 'zod'
import { keyWords } from '#messages/account/keys.ts'
import { tellFailure } from '../../../data/feedback/show-failure.ts'
import { calendarTime } from '../../../data/formatting/dates.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { AccountForm } from '../AccountForm.tsx'
import { CopyButton } from '../CopyButton.tsx'

const words = keyWords.address

const timeText = z.string().refine((text) => text.trim() === '' || parseTimecode(text) !== null, words.timeFault)
const addressForm = z
  .object({
    url: z.string().trim().min(1, words.linkFault),
    start: timeText,
    end: timeText,
    quality: z.enum(['', ...QUALITY_IDS]),
    hours: z.enum(['1', '24', '168', '720']),
  })
  .refine(({ start, end }) => (start.trim() === '') === (end.trim() === ''), { path: ['end'], error: words.bothFault })
type AddressValues = z.output<typeof addressForm>
type SignedAddress = z.output<typeof signClipAddress.answer>

/** Dialog that signs the address of a clip with an API key. */
export function SignAddress({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [signedAddress, setSigned] = useState<SignedAddress | null>(null)
  return (
    <Dialog title={words.title(name)} text={words.text} onDismiss={onClose}>
      <div className="mt-5">
        {signedAddress === null ? (
          <AddressForm keyId={id} onSigned={setSigned} />
        ) : (
          <AddressToCopy {...signedAddress} />
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-phone:*:w-full">
        <Button variant="quiet" onClick={onClose}>
          {keyWords.close}
        </Button>
      </div>
    </Dialog>
  )
}

function AddressForm({ keyId, onSigned }: { keyId: string; onSigned: (signed: SignedAddress) => void }) {
  const fieldId = useId()
  const sentForm = useSentForm<AddressValues>({
    resolver: zodResolver(addressForm),
    begin: { url: '', start: '', end: '', quality: '', hours: '24' },
    async send({ url, start, end, quality, hours }) {
      const body = {
        url,
        ...(start.trim() !== '' && { start, end }),
        ...(quality !== '' && { quality }),
        hours: Number(hours),
      }
      onSigned(await callApi(signClipAddress, { params: { id: keyId }, body }))
    },
    blame: { invalid_link: 'url', source_off: 'url' },
    tell: tellFailure,
  })
  const { form, faults } = sentForm
  const qualities = [
    { value: '', name: words.best },
    ...QUALITY_IDS.map((value) => ({ value, name: QUALITIES[value].label })),
  ]
  return (
    <AccountForm sentForm={sentForm} action={words.sign} isNext>
      <Field
        label={words.link}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        fault={faults.url}
        {...form.register('url')}
      />
      <div className="grid w-full grid-cols-2 gap-3">
        <Field label={words.start} autoComplete="off" fault={faults.start} {...form.register('start')} />
        <Field label={words.end} autoComplete="off" fault={faults.end} {...form.register('end')} />
      </div>
      <p className="note -mt-3">{words.timesNote}</p>
      <div className="grid w-full grid-cols-2 gap-3 max-phone:grid-cols-1">
        <FieldFrame id={`${fieldId}-quality`} label={words.quality}>
          <SelectField id={`${fieldId}-quality`} className="w-full" options={qualities} {...form.register('quality')} />
        </FieldFrame>
        <FieldFrame id={`${fieldId}-hours`} label={words.worksFor}>
          <SelectField
            id={`${fieldId}-hours`}
            className="w-full"
            options={addressForm.shape.hours.options.map((value) => ({ value, name: words.lives[value] }))}
            {...form.register('hours')}
          />
        </FieldFrame>
      </div>
    </AccountForm>
  )
}

function AddressToCopy({ address, expiresAt }: SignedAddress) {
  return (
    <div role="status">
      <p className="note">{words.until(calendarTime(expiresAt, LOCALE))}</p>
      <code className="second-factor-secret">{address}</code>
      <CopyButton label={words.copy} text={address} copied={words.copied} />
    </div>
  )
}
