// The build takes assembly files as text.
declare module '*.asm' {
    const text: string;
    export default text;
}
