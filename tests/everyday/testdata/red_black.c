// TRUE: Insertion into a red-black tree of three nodes from a pool, without deletion; look-ups find what was put in.
#include <stddef.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
enum { RED, BLACK };
struct node { int key, color; struct node *left, *right, *parent; };
static struct node pool[3], *root;
static void rotate(struct node *x, int left) {
  struct node *y = left ? x->right : x->left, *p = x->parent;
  struct node *inner = left ? y->left : y->right;
  if (left) { x->right = inner; y->left = x; } else { x->left = inner; y->right = x; }
  if (inner) inner->parent = x;
  y->parent = p;
  x->parent = y;
  if (!p) root = y; else if (p->left == x) p->left = y; else p->right = y;
}
static void insert(struct node *n) {
  struct node *p = NULL, **at = &root;
  while (*at) { p = *at; at = n->key < p->key ? &p->left : &p->right; }
  n->parent = p; n->left = n->right = NULL; n->color = RED;
  *at = n;
  while (n->parent && n->parent->color == RED) {
    struct node *g = n->parent->parent;
    int left = n->parent == g->left;
    struct node *u = left ? g->right : g->left;
    if (u && u->color == RED) { u->color = n->parent->color = BLACK; g->color = RED; n = g; continue; }
    if (n == (left ? n->parent->right : n->parent->left)) { n = n->parent; rotate(n, left); }
    n->parent->color = BLACK; g->color = RED;
    rotate(g, !left);
  }
  root->color = BLACK;
}
static struct node *find(int key) {
  struct node *n = root;
  while (n && n->key != key) n = key < n->key ? n->left : n->right;
  return n;
}
int main(void) {
  for (int i = 0; i < 3; i++) { pool[i].key = __VERIFIER_nondet_int(); insert(&pool[i]); }
  for (int i = 0; i < 3; i++) { struct node *n = find(pool[i].key); if (!n || n->key != pool[i].key) reach_error(); }
  if (root->color != BLACK || root->parent) reach_error();
  return 0;
}
