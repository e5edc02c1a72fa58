import type { ComponentProps, ReactNode } from 'react'

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

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  label: string
  icon: ReactNode
  variant?: ButtonVariant
}

export function IconButton({ label, icon, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button variant={variant} size="icon" aria-label={label} {...rest}>
      {icon}
    </Button>
  )
}

/** Controls that belong together, side by side. Give it a name when it holds more than a field and its buttons. */
export function Joined({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div role={rest['aria-label'] ? 'group' : undefined} className={`joined ${className}`.trimEnd()} {...rest} />
}
