import type { ComponentProps, ReactNode } from 'react'

/** Name and value of a line. `time`: the value is set in monospaced digits. */
export type DetailLine = readonly [name: string, value: ReactNode, kind?: 'time']

/** List of names and values, one pair per line. */
export function DetailLines({
  lines,
  className = 'my-4',
  ...rest
}: { lines: readonly DetailLine[] } & ComponentProps<'dl'>) {
  return (
    <dl className={`${className} border-t border-line`} {...rest}>
      {lines.map(([name, value, kind]) => (
        <div key={name} className="grid grid-cols-[128px_minmax(0,1fr)] gap-3 border-b border-line py-2 leading-[1.4]">
          <dt className="text-ink-2">{name}</dt>
          <dd className={`wrap-anywhere ${kind ? 'time text-[0.9375rem]' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
