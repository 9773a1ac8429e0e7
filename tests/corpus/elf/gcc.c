static const char* names[] = {"one", "two", "three"};
int counter = 5;
int zeroed[100];
double d = 1.5;
static void print_str(const char* s) {
    register int v0 asm("$2") = 4;
    register const char* a0 asm("$4") = s;
    asm volatile("syscall" ::"r"(v0), "r"(a0) : "memory", "$7");
}
static void print_int(int s) {
    register int v0 asm("$2") = 1;
    register int a0 asm("$4") = s;
    asm volatile("syscall" ::"r"(v0), "r"(a0) : "memory", "$7");
}
int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int sw(int x) {
    switch (x) {
        case 0:
            return 10;
        case 1:
            return 22;
        case 2:
            return 3;
        case 3:
            return 4;
        case 4:
            return 77;
        case 5:
            return 1;
        case 6:
            return 8;
    }
    return 0;
}
void __start(void) {
    for (int i = 0; i < 3; i++) {
        print_str(names[i]);
        print_str("\n");
    }
    print_int(fib(10));
    zeroed[3] = counter;
    counter += (int)(d * 4);
    print_str(" ");
    print_int(counter);
    print_str(" ");
    print_int(sw(counter % 7));
    print_int(zeroed[3] / (counter - 9));
    register int v0 asm("$2") = 10;
    asm volatile("syscall" ::"r"(v0));
    for (;;)
        ;
}
