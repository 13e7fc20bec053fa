#include <stdio.h>
#define MAX 3
#define SQUARE(x) ((x) * (x))
typedef struct node { int v; struct node *next; } Node;
struct point { int x, y; };
union both { int a; float b; };
enum colour { RED, GREEN };
typedef int (*handler)(int);
static int total = 1, *other;
int table[3] = {1, 2, 3};
extern int declared;
int proto(int a);
static inline Node *push(Node *n, int v) { return n; }
int (*get(void))(int) { return 0; }
#ifdef X
void maybe(void) {}
#else
void maybe(void) { }
#endif
