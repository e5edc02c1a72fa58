import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Lets a form that was sent start over. `sent` is what stood in it then, before it was parsed: what has been written meanwhile
 * stays, as changed.
 */
export function resetSent<Values extends FieldValues, Sent>(
  form: Pick<UseFormReturn<Values, unknown, Sent>, 'getValues' | 'reset' | 'setValue'>,
  sent: Values,
  begin: Values,
): void {
  const now = form.getValues()
  const written = (Object.keys(now) as Path<Values>[]).filter(
    (field) => JSON.stringify(now[field]) !== JSON.stringify(sent[field]),
  )
  form.reset(begin, { keepDirtyValues: false })
  for (const field of written) form.setValue(field, now[field], { shouldDirty: true })
}
