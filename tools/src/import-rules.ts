import { matchesGlob, resolve } from 'node:path'
import { findCircles } from './circles.ts'
import { type Import, readSources, type Source } from './sources.ts'

// An import leads to a file of the repository ("packages/contract/src/orgs.ts"), to a package ("npm:zod") or to a part
// of Node ("node:fs"). The patterns below are held against that.

const tests = ['**/*.test.{ts,tsx}', '**/testing/**']
const configs = ['**/*.config.{ts,mts}']
const beside = ['apps/server/**', 'apps/web/**', 'e2e/**', 'bench/**', 'tools/**']

interface ImportRule {
  rule: string
  from: string[]
  except?: string[]
  only?: string[]
  never?: string[]
  /** A type is gone before the program runs, so it ties nothing together. */
  typesAreFine?: boolean
  instead: string
}

const importRules: ImportRule[] = [
  {
    rule: 'the contract imports zod only',
    from: ['packages/contract/**'],
    except: tests,
    only: ['packages/contract/**', 'npm:zod'],
    instead: 'Move the code to packages/platform, or hand the value in.',
  },
  {
    rule: 'tests of the contract import zod and vitest only',
    from: ['packages/contract/**/*.test.ts'],
    only: ['packages/contract/**', 'npm:zod', 'npm:vitest', 'node:**'],
    instead: 'Test it where the other code lives.',
  },
  {
    rule: 'the platform imports the contract only',
    from: ['packages/platform/**'],
    never: ['services/**', ...beside],
    instead: 'Let the service hand in what the platform needs.',
  },
  {
    rule: 'a service imports the platform and the contract only',
    from: ['services/**'],
    except: tests,
    never: beside,
    instead: 'Move what is shared to packages/platform.',
  },
  {
    rule: 'tests of a service use the platform, the contract and the stand-ins of tools only',
    from: tests.map(glob => `services/${glob}`),
    never: beside.filter(glob => glob !== 'tools/**'),
    instead: 'Move what is shared to packages/platform, or a server that stands in for another to tools.',
  },
  {
    rule: 'only apps/server imports services',
    from: ['**'],
    except: ['apps/server/**', 'services/**', 'packages/**', 'apps/web/**'],
    never: ['services/**'],
    instead: "Call it over HTTP with the contract's client.",
  },
  {
    rule: 'the server does not import the web app',
    from: ['apps/server/**'],
    never: ['apps/web/**', 'e2e/**', 'bench/**', 'tools/**'],
    instead: 'Serve its built files.',
  },
  {
    rule: 'the web app knows the server by the contract only',
    from: ['apps/web/**'],
    never: ['packages/platform/**', 'services/**', 'apps/server/**', 'e2e/**', 'bench/**', 'tools/**'],
    instead: 'Import the declaration from @plinth/contract and call the server.',
  },
  {
    rule: 'journeys, measurements and tools use the product from outside',
    from: ['e2e/**', 'bench/**', 'tools/**'],
    never: ['packages/platform/**', 'apps/**'],
    instead: 'Start the product and talk to it; only @plinth/contract may be imported.',
  },
  {
    rule: 'a feature does not import a route',
    from: ['apps/web/src/features/**'],
    never: ['apps/web/src/routes/**'],
    instead: 'Pass it in from the route.',
  },
  {
    rule: 'ui imports neither features nor routes',
    from: ['apps/web/src/ui/**'],
    never: ['apps/web/src/features/**', 'apps/web/src/routes/**'],
    instead: 'Pass it in as children or props.',
  },
  {
    rule: 'ui holds no data',
    from: ['apps/web/src/ui/**'],
    never: ['npm:@tanstack/react-query', 'packages/contract/**', 'apps/web/src/lib/api.ts'],
    instead: 'Read the data in a feature and pass it in as props.',
  },
  {
    rule: 'lib imports no ui, feature or route',
    from: ['apps/web/src/lib/**'],
    never: ['apps/web/src/ui/**', 'apps/web/src/features/**', 'apps/web/src/routes/**'],
    instead: 'Move what draws something to ui/ or to the feature.',
  },
  {
    rule: 'routes call the service',
    from: ['services/**/*.routes.ts'],
    never: ['services/**/*.repository.ts', 'services/**/*.policy.ts'],
    instead: 'Add a method to the noun’s *.service.ts and call that.',
  },
  {
    rule: 'a service file knows no routes',
    from: ['services/**/*.service.ts'],
    never: ['services/**/*.routes.ts'],
    instead: 'Let the routes call the service.',
  },
  {
    rule: 'a repository knows only the database',
    from: ['services/**/*.repository.ts'],
    never: ['services/**/*.routes.ts', 'services/**/*.service.ts', 'services/**/*.policy.ts'],
    instead: 'Decide in the *.service.ts and pass the outcome in.',
  },
  {
    rule: 'a policy is pure',
    from: ['services/**/*.policy.ts'],
    never: [
      'services/**/*.routes.ts',
      'services/**/*.service.ts',
      'services/**/*.repository.ts',
      'packages/platform/**',
    ],
    typesAreFine: true,
    instead: 'Pass the facts in as arguments.',
  },
  {
    rule: 'only a repository holds SQL',
    from: ['services/**', 'apps/**'],
    except: ['**/*.repository.ts', ...tests],
    never: ['npm:kysely', 'npm:pg', 'node:sqlite'],
    typesAreFine: true,
    instead: 'Move the query to the noun’s *.repository.ts.',
  },
]

/** Folders whose children know nothing of each other. */
const separateRooms = [
  { parent: 'services', rule: 'a service never imports another service', instead: "Use the contract's calls." },
  {
    parent: 'apps/web/src/features',
    rule: 'a feature imports no other feature',
    instead: 'Put them together in a route, or move what both need to ui/ or lib/.',
  },
]

interface UseRule {
  rule: string
  use: 'environment' | 'query'
  from: string[]
  except: string[]
  instead: string
}

const useRules: UseRule[] = [
  {
    rule: 'only the configuration reads the environment',
    use: 'environment',
    from: ['packages/**', 'services/**', 'apps/**'],
    except: ['packages/platform/src/config.ts', ...configs, ...tests],
    instead: 'Add it to packages/platform/src/config.ts and hand the value in.',
  },
  {
    rule: 'only a repository holds SQL',
    use: 'query',
    from: ['services/**', 'apps/server/**'],
    except: ['**/*.repository.ts', ...tests],
    instead: 'Move the query to the noun’s *.repository.ts.',
  },
]

const nameRules = [
  {
    rule: 'no utils',
    name: /(^|\/|\.)utils?(\/|\.)/,
    instead: 'Name the file after what it does, beside the code that uses it.',
  },
  { rule: 'no index.ts', name: /(^|\/)index\.[cm]?[tj]s$/, instead: 'Import the file that holds the thing.' },
]

// What only runs on a developer's machine may lean on devDependencies.
const needsNoRuntimeDependencies = [...tests, ...configs, 'e2e/**', 'bench/**', 'tools/**']

interface Problem {
  file: string
  line: number
  rule: string
  found: string
  instead: string
}

/** Everything in the tree that breaks "Who may import whom". */
export function findProblems(root: string): Problem[] {
  const sources = readSources(root)
  const broken = sources.flatMap(source => [
    ...source.imports.flatMap(found => [
      ...brokenImportRules(source, found),
      ...brokenWalls(source, found),
      ...undeclared(source, found),
    ]),
    ...forbiddenUses(source),
    ...badNames(source),
    ...barrels(source),
  ])
  return [...broken, ...circles(sources)]
}

const matches = (path: string, globs: string[] = []) => globs.some(glob => matchesGlob(path, glob))

const appliesTo = (path: string, { from, except }: { from: string[]; except?: string[] }) =>
  matches(path, from) && !matches(path, except)

function brokenImportRules(source: Source, found: Import): Problem[] {
  return importRules
    .filter(rule => appliesTo(source.path, rule) && !(rule.typesAreFine && found.typeOnly))
    .filter(rule => matches(found.target, rule.never) || (rule.only && !matches(found.target, rule.only)))
    .map(rule => importProblem(source, found, rule))
}

function brokenWalls(source: Source, found: Import): Problem[] {
  const room = (path: string, parent: string) =>
    path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/')[0] : undefined
  return separateRooms
    .filter(({ parent }) => {
      const [own, other] = [room(source.path, parent), room(found.target, parent)]
      return own !== undefined && other !== undefined && own !== other
    })
    .map(rule => importProblem(source, found, rule))
}

function undeclared(source: Source, found: Import): Problem[] {
  if (!found.packageName || found.packageName === source.workspace.name) return []
  const { dependencies, devDependencies } = source.workspace
  const developing = found.typeOnly || source.workspace.path === '' || matches(source.path, needsNoRuntimeDependencies)
  if (dependencies.has(found.packageName) || (developing && devDependencies.has(found.packageName))) return []
  const manifest = `${source.workspace.path}/package.json`.replace(/^\//, '')
  const block = developing ? 'devDependencies' : 'dependencies'
  const rule = { rule: 'every import is declared', instead: `Add ${found.packageName} to the ${block} of ${manifest}.` }
  return [importProblem(source, found, rule)]
}

const importProblem = (source: Source, found: Import, { rule, instead }: { rule: string; instead: string }) => ({
  file: source.path,
  line: found.line,
  rule,
  found: `imports ${found.specifier}`,
  instead,
})

const forbiddenUses = (source: Source): Problem[] =>
  useRules
    .filter(rule => appliesTo(source.path, rule))
    .flatMap(({ rule, use, instead }) =>
      source.uses
        .filter(found => found.kind === use)
        .map(({ line, text }) => ({ file: source.path, line, rule, found: `uses ${text}`, instead })),
    )

const badNames = (source: Source): Problem[] =>
  nameRules
    .filter(({ name }) => name.test(source.path))
    .map(({ rule, instead }) => ({ file: source.path, line: 1, rule, found: 'is named so', instead }))

const barrels = (source: Source): Problem[] =>
  source.onlyReexports
    ? [
        {
          file: source.path,
          line: 1,
          rule: 'no barrels',
          found: 'only passes on what other files export',
          instead: 'Import the file that holds the thing.',
        },
      ]
    : []

/** What stands in a circle can only be understood, tested and moved as one. Types tie it together as well. */
function circles(sources: Source[]): Problem[] {
  const byPath = new Map(sources.map(source => [source.path, source]))
  const leadsTo = new Map(sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]))
  return findCircles(leadsTo).map(([file = '', ...way]) => ({
    file,
    line: byPath.get(file)?.imports.find(({ target }) => target === way[0])?.line ?? 1,
    rule: 'files import each other in no circle',
    found: `leads back to itself by way of ${way.slice(0, -1).join(', ') || 'itself'}`,
    instead: 'Move what both need into a file that knows neither.',
  }))
}

if (import.meta.main) {
  const problems = findProblems(resolve(import.meta.dirname, '../..'))
  for (const { file, line, rule, found, instead } of problems) {
    console.error(`${file}:${line} ${found}, but ${rule}. ${instead}`)
  }
  process.exitCode = problems.length > 0 ? 1 : 0
}
