import nx from '@nx/eslint-plugin';
import * as jsoncParser from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

import { depConstraints } from './hack/lint/dep-constraints.js';

export default tseslint.config(
  {
    ignores: [
      '**/vitest*.config.ts',
      'vitest.shared.ts',
      '**/dist',
      'staging/envtest/bundle',
      '**/out-tsc',
      '**/node_modules',
      '**/zz_generated',
      '**/testdata',
      '_output',
      '.nx',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: { projectService: true },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { allow: [], depConstraints, enforceBuildableLibDependency: false, banTransitiveDependencies: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // Styles of which both forms are fine here.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // What a client sends may lack what the types require until it has been defaulted and validated.
    files: ['libs/apis/**/*.ts', 'libs/registry/**/*.ts', 'libs/admission/**/*.ts', 'staging/apiserver/**/*.ts'],
    rules: { '@typescript-eslint/no-unnecessary-condition': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.bench.ts', '**/testing/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/package.json'],
    plugins: { '@nx': nx },
    languageOptions: { parser: jsoncParser },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          checkVersionMismatches: false,
          buildTargets: ['typecheck'], // every package has it, so every package is checked
          ignoredFiles: [
            '{projectRoot}/**/*.test.ts',
            '{projectRoot}/**/*.bench.ts',
            '{projectRoot}/examples/**', // programs of others, which bring their own dependencies
            '{projectRoot}/vitest.config.ts',
          ],
          ignoredDependencies: ['vitest', 'fast-check'],
        },
      ],
    },
  },
);
