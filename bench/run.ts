import { measureCalls } from './calls.ts'
import { measureOrganisations } from './organisations.ts'
import { measurePages } from './page.ts'
import { measureProjects } from './projects.ts'
import { keep, print } from './report.ts'
import { measureSignin } from './signin.ts'
import { measureStart } from './start.ts'

/** `npm run bench` prints the figures; with `-- --keep` they also go into README and onto the landing page. */
const figures = [
  ...(await measureStart()),
  ...(await measureCalls()),
  ...(await measureSignin()),
  ...(await measureOrganisations()),
  ...(await measureProjects()),
  ...(await measurePages()),
]
print(figures)
if (process.argv.includes('--keep')) await keep(figures)
