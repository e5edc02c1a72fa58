export * from '../en/landing.ts'
