// Read by Vite and by svelte-check: no preprocessor, and warnings of the compiler count.
export default { compilerOptions: { runes: true } };
