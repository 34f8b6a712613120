import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { components } from './build/lint/components.js';
import { literalWords } from './build/lint/literal-words.js';
import { liveTexts } from './build/lint/live-texts.js';
import { ownNames } from './build/lint/own-names.js';
import { quietCatch } from './build/lint/quiet-catch.js';

/** The members of a literal belong in the outer literal of the same kind. */
const noLiteralSpread = ['Object', 'Array'].map((kind) => ({
  selector: `${kind}Expression > SpreadElement > ${kind}Expression`,
  message: 'Write the members: a literal is spread into a literal.',
}));

/** A cast would trust any thrown value. */
const noLiteralSentence = [
  ':not(NewExpression[callee.name="Error"]) > Literal[value=/ [a-z]+ .*[.!]$/]',
  'TemplateElement[tail=true][value.raw=/ [a-z]+.*[.!]$/]',
].map((selector) => ({
  selector,
  message: 'Move the sentence to contract/texts/, where the sentences of the desk are.',
}));
const noErrorCast = {
  selector:
    'TSAsExpression > TSTypeReference:matches([typeName.name=/(Error|Exception)$/], [typeName.right.name="ErrnoException"])',
  message: 'Take a caught value by errorIn or codeOf of contract/errors.ts.',
};

const house = {
  rules: { 'quiet-catch': quietCatch, 'literal-words': literalWords, 'own-names': ownNames, 'live-texts': liveTexts },
};

const pageOnly = ['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage'];

const nodeOnly = [
  'Buffer',
  'process',
  'setImmediate',
  'clearImmediate',
  'global',
  '__dirname',
  '__filename',
  'require',
];

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'data/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.node,
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '*.cjs', '*.config.ts'] },
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'max-lines': ['error', { max: 450 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'no-restricted-syntax': ['error', ...noLiteralSpread],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Handlers may be one-line arrows, and sentences may contain plain numbers.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Ports are objects of closures, which may be destructured. Classes here have private members, so a detached
      // method fails at its first use.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    ignores: ['test/**', 'bench/**'],
    plugins: { house },
    rules: {
      'house/quiet-catch': 'error',
      'house/own-names': 'error',
      'house/live-texts': 'error',
      'no-restricted-syntax': ['error', ...noLiteralSpread, noErrorCast],
    },
  },
  {
    // The code makes these names. Both files are inputs of the packages tier, which takes minutes.
    files: ['desk/screens/settings.ts', 'node/updates/installed.ts'],
    rules: { 'house/own-names': 'off' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      'max-lines-per-function': 'off',
      // The compiler reports unused ignores of its warnings; this rule does not see all of them.
      'svelte/no-unused-svelte-ignore': 'off',
      // A private map need not be reactive.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['renderer/**/*.svelte'],
    languageOptions: { parser: components },
    plugins: { house },
    rules: { 'house/literal-words': 'error' },
  },
  {
    files: ['output/**', 'renderer/**', 'electron/preload/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['desk/**', 'node/**', 'devices/**', 'service/**', 'compose/**', 'host/**', 'integrations/**'],
    rules: { 'no-restricted-globals': ['error', ...pageOnly] },
  },
  {
    files: ['desk/**', 'surfaces/**', 'devices/**'],
    rules: { 'no-restricted-syntax': ['error', ...noLiteralSpread, noErrorCast, ...noLiteralSentence] },
  },
  {
    // They run in browsers and in Node.
    files: ['contract/**', 'scene/**', 'gallery/**', 'surfaces/**'],
    rules: { 'no-restricted-globals': ['error', ...pageOnly, ...nodeOnly] },
  },
  {
    // Electron defines its handlers' parameters.
    files: ['electron/**'],
    rules: {
      'max-params': ['error', 6],
      'no-restricted-syntax': [
        'error',
        ...noLiteralSpread,
        noErrorCast,
        {
          selector: ':matches(Identifier[name="crashReporter"], Literal[value="crashReporter"])',
          message: 'A crash report holds the memory of the desk, and its secrets with it: none is made.',
        },
      ],
    },
  },
  {
    // A test is one story, read from top to bottom.
    files: ['test/**', 'bench/**'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'max-params': 'off',
      // Tests compare values from outside as a whole, which checks them.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // The complete wiring exceeds the function limit.
    files: ['desk/desk.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  // Plain JavaScript runs before anything is installed; the compiler checks its types.
  { files: ['**/*.js', '**/*.cjs'], extends: [ts.configs.disableTypeChecked] },
);
