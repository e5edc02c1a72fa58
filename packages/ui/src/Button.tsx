import type { ComponentProps } from 'react'

export type ButtonVariant = 'ink' | 'quiet' | 'paper' | 'primary'
export type ButtonSize = 'control' | 'small' | 'bench' | 'big' | 'icon'

interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'ink', size = 'control' }: ButtonLook, extra = ''): string {
  const look = variant === 'ink' ? '' : ` btn-${variant}`
  const measure = size === 'control' ? '' : ` btn-${size}`
  return `btn${look}${measure} ${extra}`.trimEnd()
}

export function Button({ variant, size, className, ...rest }: ComponentProps<'button'> & ButtonLook) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) }
  return <button type="button" className={buttonClass(look, className)} {...rest} />
}
