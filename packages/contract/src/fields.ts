import * as z from 'zod'

/**
 * The id rule of section 5: lowercase letters and digits in up to three groups joined by single hyphens, 3-50 characters.
 * ASCII alone, so two ids that look alike are the same id.
 */
const idPattern = /^[a-z0-9]+(?:-[a-z0-9]+){0,2}$/

/** Of a project's id the section says nothing about groups. */
const anyGroups = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const id = (shape: string, pattern = idPattern) =>
  z.string().min(3, 'Use at least 3 characters.').max(50, 'Use at most 50 characters.').regex(pattern, shape)

export const userid = id('User id should only contain lowercase letters, digits or single hyphens.')
export const orgid = id('Organization id should only contain alphanumeric characters or hyphen.')

export const projectid = z
  .string()
  .min(1, 'Please give a valid project id')
  .pipe(id('Project id should only contain alphanumeric characters or hyphen.', anyGroups))

/** Marks that turn text around or hide in it: with them one name can be made to look like another. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u

/** Fillers, joiners and the like take part in letters and emoji. A name of nothing else cannot be seen. */
const blank = /^[\p{Default_Ignorable_Code_Point}\p{Z}\u2800]+$/u

/** A line of text for people: trimmed, one normal form, nothing invisible. */
export const line = (min: number, max: number, tooShort: string) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .min(min, tooShort)
    .max(max, `Use at most ${max} characters.`)
    .refine(
      text => !blank.test(text) && !invisible.test(text.replace(/\u200d/g, '')),
      'Remove the invisible characters.',
    )

/** Compared in lower case everywhere, so it is lower-cased here and nowhere else. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Enter Valid email id')
  .pipe(z.email('Enter Valid email id'))

/** The strength checklist of section 5, in the order the sign-up form ticks it off. */
export const passwordRules = [
  { name: 'Letters and digits', holds: (password: string) => /\p{L}/u.test(password) && /\p{N}/u.test(password) },
  { name: 'At least 8 characters', holds: (password: string) => password.length >= 8 },
  { name: 'A special character', holds: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
  { name: 'An uppercase letter', holds: (password: string) => /\p{Lu}/u.test(password) },
] as const

export const newPassword = z
  .string()
  .min(8, 'Password should atleast be of length 8')
  .max(200, 'Use at most 200 characters.')
  .refine(
    password => passwordRules.every(rule => rule.holds(password)),
    'Use letters and digits, a special character and an uppercase letter.',
  )
