/* Small stack machine with an assembler; labels are patched after reading. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { PUSH, ADD, SUB, MUL, DIV, DUP, SWAP, LOAD, STORE, JMP, JZ, CALL, RET, OUT, HALT, NOPS };

static const char *const op_names[NOPS] = {
    "push", "add", "sub", "mul", "div", "dup", "swap", "load",
    "store", "jmp", "jz", "call", "ret", "out", "halt",
};

typedef struct instr {
    enum op op;
    long arg;
    char *target;
} instr;

typedef struct label {
    char *name;
    int address;
    struct label *next;
} label;

typedef struct {
    instr *code;
    int length;
    label *labels;
} program;

typedef struct {
    long stack[16];
    int depth;
    int calls[8];
    int call_depth;
    long *memory;
    long steps;
    long outputs;
    const char *fault;
} machine;

program *assemble(const char *const *lines, int count);
label *label_find(const program *p, const char *name);
int link_labels(program *p);
machine *run(const program *p, int cells);
long machine_report(machine *m);
void program_free(program *p);
static int find_op(const char *word);
static void vm_push(machine *m, long value);
static long vm_pop(machine *m);

static char *dup_text(const char *s)
{
    char *copy = malloc(strlen(s) + 1);
    strcpy(copy, s);
    return copy;
}

static int find_op(const char *word)
{
    for (int i = 0; i < NOPS; i++) {
        if (strcmp(op_names[i], word) == 0)
            return i;
    }
    return -1;
}

label *label_find(const program *p, const char *name)
{
    for (label *l = p->labels; l != NULL; l = l->next) {
        if (strcmp(l->name, name) == 0)
            return l;
    }
    return NULL;
}

program *assemble(const char *const *lines, int count)
{
    if (lines == NULL)
        return NULL;

    program *p = calloc(1, sizeof *p);
    p->code = calloc((size_t)count, sizeof *p->code);
    for (int i = 0; i < count; i++) {
        char word[16] = "", arg[16] = "";
        int fields = sscanf(lines[i], "%15s %15s", word, arg);
        size_t n = strlen(word);
        if (word[n - 1] == ':') {
            label *l = malloc(sizeof *l);
            word[n - 1] = '\0';
            l->name = dup_text(word);
            l->address = p->length;
            l->next = p->labels;
            p->labels = l;
            continue;
        }
        int op = find_op(word);
        if (op < 0) {
            printf("line %d: unknown '%s'\n", i, word);
            continue;
        }
        instr *in = &p->code[p->length++];
        in->op = (enum op)op;
        if (op == JMP || op == JZ || op == CALL)
            in->target = dup_text(arg);
        else if (fields == 2)
            in->arg = strtol(arg, NULL, 10);
    }
    return p;
}

int link_labels(program *p)
{
    int missing = 0;

    if (!p)
        return -1;
    for (int i = 0; i < p->length; i++) {
        instr *in = &p->code[i];
        if (in->target == NULL)
            continue;
        label *l = label_find(p, in->target);
        if (l == NULL) {
            printf("undefined label %s\n", in->target);
            missing++;
            in->op = HALT;
        } else {
            in->arg = l->address;
        }
        free(in->target);
        in->target = NULL;
    }
    return missing;
}

static void vm_push(machine *m, long value)
{
    if (m->depth == 16) {
        m->fault = "stack overflow";
        return;
    }
    m->stack[m->depth++] = value;
}

static long vm_pop(machine *m)
{
    if (m->depth == 0) {
        m->fault = "stack underflow";
        return 0;
    }
    return m->stack[--m->depth];
}

machine *run(const program *p, int cells)
{
    machine *m = calloc(1, sizeof *m);
    int pc = 0;

    m->memory = calloc((size_t)cells, sizeof *m->memory);
    while (pc < p->length && m->fault == NULL) {
        const instr *in = &p->code[pc++];
        long a, b;
        m->steps++;
        switch (in->op) {
        case PUSH: vm_push(m, in->arg); break;
        case ADD: b = vm_pop(m); a = vm_pop(m); vm_push(m, a + b); break;
        case SUB: b = vm_pop(m); a = vm_pop(m); vm_push(m, a - b); break;
        case MUL: b = vm_pop(m); a = vm_pop(m); vm_push(m, a * b); break;
        case DIV:
            b = vm_pop(m);
            a = vm_pop(m);
            if (b == 0)
                m->fault = "division by zero";
            else
                vm_push(m, a / b);
            break;
        case DUP: a = vm_pop(m); vm_push(m, a); vm_push(m, a); break;
        case SWAP: b = vm_pop(m); a = vm_pop(m); vm_push(m, b); vm_push(m, a); break;
        case LOAD: vm_push(m, m->memory[in->arg]); break;
        case STORE: m->memory[in->arg] = vm_pop(m); break;
        case JMP: pc = (int)in->arg; break;
        case JZ: if (vm_pop(m) == 0) pc = (int)in->arg; break;
        case CALL: m->calls[m->call_depth++] = pc; pc = (int)in->arg; break;
        case RET: pc = m->calls[--m->call_depth]; break;
        case OUT: a = vm_pop(m); printf("out %ld\n", a); m->outputs += a; break;
        default: pc = p->length; break;
        }
    }
    return m;
}

long machine_report(machine *m)
{
    long score = 0;

    if (m->fault != NULL)
        printf("fault: %s\n", m->fault);
    printf("%ld steps, depth %d\n", m->steps, m->depth);
    score = m->outputs * 2 + m->steps;
    free(m->memory);
    free(m);
    return score;
}

void program_free(program *p)
{
    if (p == NULL)
        return;
    while (p->labels) {
        label *l = p->labels;
        p->labels = l->next;
        printf("label %s at %d\n", l->name, l->address);
        free(l->name);
        free(l);
    }
    free(p->code);
    free(p);
}

int main(void)
{
    static const char *const factorial[] = {
        "push 6", "store 0", "push 1", "store 1",
        "loop:", "load 0", "jz done", "load 1", "load 0", "mul", "store 1",
        "load 0", "push 1", "sub", "store 0", "jmp loop",
        "done:", "load 1", "out", "halt",
    };
    static const char *const calls[] = {
        "push 9", "call square", "out", "push 4", "call square", "push 3", "swap", "sub",
        "out", "jmp nowhere", "square:", "dup", "mul", "ret",
    };
    static const char *const spin[] = {"again:", "push 7", "jmp again"};
    static const char *const faulty[] = {"push 3", "push 0", "frob 1", "div", "out"};
    static const char *const under[] = {"push 1", "add", "out"};
    static const struct {
        const char *const *lines;
        int count;
    } sources[] = {{factorial, 20}, {calls, 14}, {spin, 3}, {NULL, 0}, {faulty, 5}, {under, 3}};
    long score = 0;

    for (int i = 0; i < 6; i++) {
        program *p = assemble(sources[i].lines, sources[i].count);
        int missing = link_labels(p);
        printf("program %d: %d missing\n", i, missing);
        if (p != NULL)
            score = score * 3 + machine_report(run(p, 4));
        program_free(p);
    }
    printf("score %ld\n", score);
    return 0;
}
