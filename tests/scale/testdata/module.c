/* ring buffer of bytes */
struct ring_@ {
    unsigned char cells[8];
    unsigned head, count;
};

static struct ring_@ ring_of_@;

static int ring_put_@(struct ring_@ *r, unsigned char value)
{
    if (r->count == 8)
        return 0;
    r->cells[(r->head + r->count) % 8] = value;
    r->count++;
    return 1;
}

static int ring_get_@(struct ring_@ *r, unsigned char *value)
{
    if (r->count == 0)
        return 0;
    *value = r->cells[r->head];
    r->head = (r->head + 1) % 8;
    r->count--;
    return 1;
}

static void ring_check_@(void)
{
    unsigned char sent = nondet_uchar(), got = 0;
    int kept = ring_put_@(&ring_of_@, sent);
    check(kept);
    check(ring_get_@(&ring_of_@, &got));
    check(got == sent);
}

/* parser of lines KEY=NUMBER; */
enum state_@ { KEY_@, NUMBER_@, DONE_@, BROKEN_@ };

struct parser_@ {
    enum state_@ state;
    unsigned keys, digits;
};

static void parser_step_@(struct parser_@ *p, char c)
{
    switch (p->state) {
    case KEY_@:
        if (c == '=' && p->keys > 0)
            p->state = NUMBER_@;
        else if (c >= 'a' && c <= 'z')
            p->keys++;
        else
            p->state = BROKEN_@;
        break;
    case NUMBER_@:
        if (c == ';' && p->digits > 0)
            p->state = DONE_@;
        else if (c >= '0' && c <= '9')
            p->digits++;
        else
            p->state = BROKEN_@;
        break;
    case DONE_@:
        p->state = BROKEN_@;
        break;
    case BROKEN_@:
        break;
    }
}

static void parser_check_@(void)
{
    struct parser_@ p = { KEY_@, 0, 0 };
    int i;
    for (i = 0; i < 4; i++)
        parser_step_@(&p, nondet_char());
    check(p.state != DONE_@ || (p.keys == 1 && p.digits == 1));
}

/* table with a sorted column */
static const unsigned limits_@[6] = { 3, 10, 45, 120, 700, 4096 };

static int table_find_@(unsigned value)
{
    int i;
    for (i = 0; i < 6; i++)
        if (value < limits_@[i])
            return i;
    return 6;
}

static void table_check_@(void)
{
    unsigned value = nondet_uint();
    int at = table_find_@(value);
    check(at >= 0 && at <= 6);
    if (at < 6)
        check(value < limits_@[at]);
}

/* singly linked list over a pool */
struct node_@ {
    int value;
    struct node_@ *next;
};

static struct node_@ pool_@[3];
static unsigned used_@;

static struct node_@ *list_add_@(struct node_@ *list, int value)
{
    struct node_@ *n;
    if (used_@ == 3)
        return list;
    n = &pool_@[used_@++];
    n->value = value;
    n->next = list;
    return n;
}

static void list_check_@(void)
{
    int first = nondet_int(), second = nondet_int();
    struct node_@ *list = list_add_@(0, first);
    list = list_add_@(list, second);
    check(list->value == second);
    check(list->next->value == first);
}

void instance_@(void)
{
    ring_check_@();
    parser_check_@();
    table_check_@();
    list_check_@();
}

