struct node { struct node *next; };
int main(void) { struct node a, b; a.next = &b; b.next = &a; struct node *p = &a; while (p) p = p->next; return 0; }
