/**
 * Who may import whom. Each rule names a place and the only things it may import, so that a new import is refused until
 * a rule says otherwise.
 */

const npm = (...names) => `^node_modules/(${names.join('|')})/`;
const packages = '^node_modules/';
const node = 'core';

/** `from` may import only what is at `paths` (and, with `core`, what Node has). */
function only(name, from, { paths, core = false }) {
  const to = { pathNot: paths };
  if (core) to.dependencyTypesNot = [node];
  return { name, severity: 'error', from: { path: from }, to };
}

function never(name, from, to) {
  return { name, severity: 'error', from, to };
}

module.exports = {
  forbidden: [
    // A component may show itself: a tree is one in one.
    never('no-cycles', { path: '(.+)' }, { circular: true, pathNot: '^$1$' }),
    never('everything-exists', {}, { couldNotResolve: true }),
    only('contract-knows-data-only', '^contract/', {
      paths: ['^contract/', npm('zod', 'color-name', '@types/color-name')],
    }),
    only('desk-knows-the-contract', '^desk/', { paths: ['^desk/', '^contract/', packages], core: true }),
    only('service-knows-the-contract', '^service/', { paths: ['^service/', '^contract/', packages], core: true }),
    only('output-knows-the-contract', '^output/', { paths: ['^output/', '^contract/'] }),
    only('renderer-knows-the-contract', '^renderer/', {
      paths: ['^renderer/', '^contract/', npm('svelte', 'zod')],
    }),
    only('host-knows-the-desk', '^host/', {
      paths: ['^host/', '^contract/', '^desk/', '^service/', packages],
      core: true,
    }),
    only('electron-knows-the-desk', '^electron/', {
      paths: ['^electron/', '^contract/', '^desk/', '^service/', packages],
      core: true,
    }),
    only('preload-has-no-node', '^electron/preload/', { paths: ['^electron/', npm('electron')] }),
    never(
      'electron-in-its-shell-only',
      { pathNot: '^(electron|test)/' },
      { path: ['^electron/', npm('electron', 'electron-store')] },
    ),
    never('nothing-needs-tests', { pathNot: '^test/' }, { path: '^test/' }),
    never('nothing-needs-the-build', { pathNot: '^(build|test)/|^[^/]+$' }, { path: '^build/' }),
    only('desk-core-is-pure', '^desk/(mapping|cues|state|feedback)/', {
      paths: ['^desk/$1/', '^desk/ports\\.ts$', '^contract/'],
    }),
    never(
      'desk-parts-meet-in-desk',
      { path: '^desk/([^/]+)/' },
      { path: '^desk/', pathNot: ['^desk/$1/', '^desk/ports\\.ts$'] },
    ),
    never('desk-ports-are-types', { path: '^desk/' }, { path: '^desk/ports\\.ts$', dependencyTypesNot: ['type-only'] }),
    only('service-domain-is-pure', '^service/domain/', { paths: ['^service/domain/', '^contract/'] }),
    never(
      'http-library-in-one-place',
      { path: '^service/', pathNot: '^service/http/' },
      { path: npm('fastify', '@fastify/[^/]+', 'ws', '@types/ws') },
    ),
    never(
      'no-development-packages-at-run-time',
      { path: '^(contract|desk|service|host)/' },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@types/',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'svelte'],
      extensions: ['.ts', '.js', '.svelte', '.json', '.cjs', '.mjs'],
    },
  },
};
