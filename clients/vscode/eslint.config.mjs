import tseslint from 'typescript-eslint';

/** What is told to a person goes through ui/say.ts, which keeps a memory's words from being drawn as icons or links. */
const TELLING =
    'MemberExpression[object.property.name="window"][property.name=/^(setStatusBarMessage|show(Information|Warning|Error)Message)$/]';

export default tseslint.config(
    {
        files: ['src/**/*.ts', 'test/**/*.ts'],
        extends: [...tseslint.configs.recommendedTypeChecked],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
        rules: {
            '@typescript-eslint/no-floating-promises': 'error',
            '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
            '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true }],
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
            eqeqeq: 'error',
        },
    },
    {
        files: ['src/**/*.ts'],
        ignores: ['src/ui/say.ts'],
        rules: { 'no-restricted-syntax': ['error', { selector: TELLING, message: 'Say it with ui/say.ts.' }] },
    },
);
