import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export type ButtonVariant = 'ink' | 'quiet' | 'paper' | 'primary'
export type ButtonSize = 'control' | 'small' | 'bench' | 'big' | 'icon'

interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** CSS classes of a button, also for links that look like buttons. */
export function buttonClass({ variant = 'ink', size = 'control' }: ButtonLook, extra = ''): string {
  const variantClass = variant === 'ink' ? '' : ` btn-${variant}`
  const sizeClass = size === 'control' ? '' : ` btn-${size}`
  return `btn${variantClass}${sizeClass} ${extra}`.trimEnd()
}

export function Button({ variant, size, className, ...rest }: ComponentProps<'button'> & ButtonLook) {
  const buttonLook = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) }
  return <button type="button" className={buttonClass(buttonLook, className)} onClick={submitOnce} {...rest} />
}

/** Makes a double click submit a form once, even if the server has answered between the clicks. */
function submitOnce(event: MouseEvent<HTMLButtonElement>): void {
  if (event.detail > 1) event.preventDefault()
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

/** A row of related controls. It needs an `aria-label` if it has more than one field with its buttons. */
export function Joined({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div role={rest['aria-label'] ? 'group' : undefined} className={`joined ${className}`.trimEnd()} {...rest} />
}
