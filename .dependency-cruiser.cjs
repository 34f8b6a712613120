/**
 * The allowed imports. Each rule names a place and all its permitted imports, so that a new import is refused until a
 * rule allows it.
 */

const npm = (...names) => `^node_modules/(${names.join('|')})/`;
const packages = '^node_modules/';
const node = 'core';

/** `from` may import only `paths`, and Node's modules with `core`. */
function only(name, from, { paths, core = false }) {
  const to = { pathNot: paths };
  if (core) to.dependencyTypesNot = [node];
  return { name, severity: 'error', from: { path: from }, to };
}

function never(name, from, to) {
  return { name, severity: 'error', from, to };
}

/**
 * The rooms of the desk, the lowest first. A room imports the rooms below it, never a room above or beside it. The files in `desk/`
 * itself join the rooms. Every room knows `ports.ts`, `osc-ports.ts` and `update-ports.ts`, and from `operate` upwards `ground.ts`.
 */
const deskRooms = [
  'screens',
  'app',
  'log',
  'operate',
  'backup',
  'services',
  'live-data',
  'controls',
  'cues',
  'show',
  'remote',
  'check',
  'updates',
];

const deskLayers = deskRooms.map((room, floor) => {
  const allowed = [
    '^desk/(live-data/data-|(osc|update)-)?ports\\.ts$',
    ...(floor < deskRooms.indexOf('operate') ? [] : ['^desk/ground\\.ts$']),
    ...deskRooms.slice(0, floor + 1).map((below) => `^desk/${below}/`),
  ];
  return never(`desk-${room}-imports-rooms-below`, { path: `^desk/${room}/` }, { path: '^desk/', pathNot: allowed });
});

module.exports = {
  forbidden: [
    // A component may show itself: a tree contains trees.
    never('no-cycles', { path: '(.+)' }, { circular: true, pathNot: '^$1$' }),
    // The build makes the operators' manual (`build/manual/`).
    never('everything-exists', {}, { couldNotResolve: true, pathNot: '^virtual:manual\\.svelte$' }),
    only('contract-knows-data-only', '^contract/', {
      paths: ['^contract/', '^scene/(schema|ograf)/', npm('zod', 'color-name', '@types/color-name')],
    }),
    only('contract-model-is-the-base', '^contract/model/', {
      paths: ['^contract/model/', '^contract/errors\\.ts$', npm('zod', 'color-name', '@types/color-name')],
    }),
    only('scene-is-pure', '^scene/', {
      paths: [
        '^scene/',
        '^contract/model/',
        '^contract/[^/]+\\.ts$',
        npm('zod', 'es-module-lexer', 'jsonc-parser', 'mutative'),
      ],
    }),
    only('scene-schemas-are-data', '^scene/(schema|expression)/', {
      paths: ['^scene/(schema|expression)/', '^contract/model/', npm('zod')],
    }),
    only('surfaces-know-the-contract', '^surfaces/', {
      paths: ['^surfaces/', '^contract/', npm('zod', '@elgato-stream-deck/core', 'eventemitter3')],
    }),
    only('desk-knows-the-contract', '^desk/', {
      paths: ['^desk/', '^surfaces/', '^scene/', '^contract/', packages],
      core: true,
    }),
    only('node-knows-the-desk', '^node/', {
      paths: ['^node/', '^desk/', '^surfaces/', '^scene/', '^contract/', packages],
      core: true,
    }),
    // Linux describes a device's place in files.
    only('devices-know-the-contract-and-drivers', '^devices/', {
      paths: ['^devices/', '^contract/(devices|texts)/', npm('midi', 'node-hid'), '^fs$'],
    }),
    // They run in separate processes.
    never('nothing-imports-devices', { pathNot: '^(devices|test|bench)/' }, { path: '^devices/' }),
    only('service-knows-the-contract', '^service/', {
      paths: ['^service/', '^gallery/', '^scene/', '^contract/', packages],
      core: true,
    }),
    only('gallery-is-data', '^gallery/', { paths: ['^gallery/', '^scene/', '^contract/'] }),
    only('compose-is-a-client', '^compose/', {
      paths: ['^compose/', '^gallery/', '^scene/', '^contract/', packages],
      core: true,
    }),
    only('output-knows-the-contract', '^output/', { paths: ['^output/', '^scene/', '^contract/'] }),
    only('renderer-knows-the-contract', '^renderer/', {
      paths: ['^renderer/', '^scene/', '^contract/', npm('svelte', 'zod'), '^virtual:manual\\.svelte$'],
    }),
    only('integrations-are-clients', '^integrations/', {
      paths: ['^integrations/', '^contract/', packages],
      core: true,
    }),
    // They run in third-party programs.
    never('nothing-imports-integrations', { pathNot: '^(integrations|build|test|bench)/' }, { path: '^integrations/' }),
    never(
      'companion-in-its-edge-only',
      { path: '^integrations/companion/', pathNot: '^integrations/companion/main\\.ts$' },
      { path: npm('@companion-module/base'), dependencyTypesNot: ['type-only'] },
    ),
    only('host-knows-the-desk', '^host/', {
      paths: ['^host/', '^contract/', '^desk/', '^node/', '^surfaces/', '^service/', packages],
      core: true,
    }),
    only('electron-knows-the-desk', '^electron/', {
      paths: ['^electron/', '^contract/', '^desk/', '^node/', '^surfaces/', '^service/', packages],
      core: true,
    }),
    only('preload-has-no-node', '^electron/preload/', { paths: ['^electron/', npm('electron')] }),
    never(
      'electron-in-its-shell-only',
      { pathNot: '^(electron|test)/' },
      { path: ['^electron/', npm('electron', 'electron-store')] },
    ),
    never('nothing-needs-tests', { pathNot: '^(test|bench)/' }, { path: '^(test|bench)/' }),
    never('nothing-needs-the-build', { pathNot: '^(build|test|bench)/|^[^/]+$' }, { path: '^build/' }),
    ...deskLayers,
    only('desk-core-is-pure', '^desk/(app|operate|live-data/[^/]+$|controls|cues)', {
      paths: ['^desk/', '^surfaces/', '^scene/', '^contract/', npm('zod')],
    }),
    only('tables-are-pure', '^desk/live-data/tables/', {
      paths: [
        '^desk/',
        '^scene/',
        '^contract/',
        npm('zod', 'csv-parse', 'dot-prop', 'jsonc-parser', 'sax', '@types/sax'),
      ],
    }),
    never(
      'desk-ports-are-types',
      { path: '^desk/' },
      {
        path: '^(desk/(live-data/data-|(osc|update)-)?|surfaces/driver-)ports\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    only('service-domain-is-pure', '^service/domain/', { paths: ['^service/domain/', '^scene/', '^contract/'] }),
    never(
      'http-library-in-one-place',
      { path: '^service/', pathNot: '^service/http/' },
      { path: npm('fastify', '@fastify/[^/]+', 'ws', '@types/ws') },
    ),
    never(
      'no-development-packages-at-run-time',
      { path: '^(contract|scene|gallery|surfaces|desk|node|devices|service|compose|host)/' },
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
