/* Memory does not come to an end. */
extern void *malloc(unsigned long);
struct node { struct node *next; };
int main(void) { struct node *p = 0; while (1) { struct node *q = malloc(sizeof *q); q->next = p; p = q; } }
