/* AVL tree from integer keys to names, with ranges and neighbours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct avl {
    int key;
    int height;
    char *name;
    struct avl *left;
    struct avl *right;
} avl;

avl *avl_insert(avl *t, int key, const char *name);
avl *avl_remove(avl *t, int key);
const avl *avl_find(const avl *t, int key);
const avl *avl_below(const avl *t, int key);
const avl *avl_min(const avl *t);
int avl_range(const avl *t, int low, int high);
int avl_valid(const avl *t);
int avl_free(avl *t);
static int height(const avl *t);
static avl *rotate_left(avl *t);
static avl *rotate_right(avl *t);
static avl *rebalance(avl *t);

static int height(const avl *t)
{
    return t == NULL ? 0 : t->height;
}

static void update(avl *t)
{
    int l = height(t->left);
    int r = height(t->right);
    t->height = 1 + (l > r ? l : r);
}

static avl *rotate_right(avl *t)
{
    avl *top = t->left;
    t->left = top->right;
    top->right = t;
    update(t);
    update(top);
    return top;
}

static avl *rotate_left(avl *t)
{
    avl *top = t->right;
    t->right = top->left;
    top->left = t;
    update(t);
    update(top);
    return top;
}

static avl *rebalance(avl *t)
{
    int balance = height(t->left) - height(t->right);

    if (balance > 1) {
        if (height(t->left->left) < height(t->left->right))
            t->left = rotate_left(t->left);
        return rotate_right(t);
    }
    if (balance < -1) {
        if (height(t->right->right) < height(t->right->left))
            t->right = rotate_right(t->right);
        return rotate_left(t);
    }
    update(t);
    return t;
}

avl *avl_insert(avl *t, int key, const char *name)
{
    if (t == NULL) {
        t = calloc(1, sizeof(avl));
        t->key = key;
        t->height = 1;
        t->name = malloc(strlen(name) + 1);
        strcpy(t->name, name);
        return t;
    }
    if (key == t->key) {
        char *renamed = malloc(strlen(t->name) + strlen(name) + 2);
        sprintf(renamed, "%s/%s", t->name, name);
        free(t->name);
        t->name = renamed;
        return t;
    }
    if (key < t->key)
        t->left = avl_insert(t->left, key, name);
    else
        t->right = avl_insert(t->right, key, name);
    return rebalance(t);
}

static avl *take_min(avl *t, avl **min)
{
    if (t->left == NULL) {
        *min = t;
        return t->right;
    }
    t->left = take_min(t->left, min);
    return rebalance(t);
}

avl *avl_remove(avl *t, int key)
{
    if (!t)
        return NULL;
    if (key < t->key) {
        t->left = avl_remove(t->left, key);
    } else if (key > t->key) {
        t->right = avl_remove(t->right, key);
    } else {
        avl *left = t->left;
        avl *right = t->right;
        printf("remove %d %s\n", t->key, t->name);
        free(t->name);
        free(t);
        if (right == NULL)
            return left;
        avl *min = NULL;
        right = take_min(right, &min);
        min->left = left;
        min->right = right;
        t = min;
    }
    return rebalance(t);
}

const avl *avl_find(const avl *t, int key)
{
    while (t != NULL && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t;
}

const avl *avl_below(const avl *t, int key)
{
    const avl *best = NULL;
    while (t) {
        if (t->key < key) {
            best = t;
            t = t->right;
        } else {
            t = t->left;
        }
    }
    return best;
}

const avl *avl_min(const avl *t)
{
    if (t == NULL)
        return NULL;
    while (t->left != NULL)
        t = t->left;
    return t;
}

int avl_range(const avl *t, int low, int high)
{
    int sum = 0;

    if (t == NULL)
        return 0;
    if (t->key > low)
        sum += avl_range(t->left, low, high);
    if (t->key >= low && t->key <= high) {
        printf("%d ", t->key);
        sum += t->key;
    }
    if (t->key < high)
        sum += avl_range(t->right, low, high);
    return sum;
}

int avl_valid(const avl *t)
{
    if (t == NULL)
        return 1;
    int balance = height(t->left) - height(t->right);
    if (balance < -1 || balance > 1)
        return 0;
    if (t->left && t->left->key >= t->key)
        return 0;
    if (t->right && t->right->key <= t->key)
        return 0;
    return avl_valid(t->left) && avl_valid(t->right);
}

int avl_free(avl *t)
{
    int letters = 0;

    if (t == NULL)
        return 0;
    letters += avl_free(t->left);
    letters += avl_free(t->right);
    letters += (int)strlen(t->name);
    free(t->name);
    free(t);
    return letters;
}

static void show(const char *what, const avl *t)
{
    if (t == NULL) {
        printf("%s: none\n", what);
        return;
    }
    printf("%s: %d %s, height %d\n", what, t->key, t->name, t->height);
}

int main(void)
{
    static const char *const names[] = {"ash", "birch", "cedar", "elm", "fir"};
    avl *root = NULL;
    int sum = 0;

    show("minimum", avl_min(root));
    for (int i = 0; i < 20; i++)
        root = avl_insert(root, i * 13 % 40 + i % 2, names[i % 5]);
    for (int i = 40; i < 46; i++)
        root = avl_insert(root, i, names[i % 5]);
    root = avl_insert(root, 40, "yew");
    show("root", root);
    show("minimum", avl_min(root));
    show("find 40", avl_find(root, 40));
    show("find 99", avl_find(root, 99));
    show("below 20", avl_below(root, 20));
    show("below 0", avl_below(root, 0));
    printf("valid %d, empty valid %d\n", avl_valid(root), avl_valid(NULL));

    sum = avl_range(root, 10, 30);
    printf("= %d\n", sum);
    for (int key = 0; key < 50; key += 6)
        root = avl_remove(root, key);
    root = avl_remove(root, root->key);
    sum = avl_range(root, -5, 100);
    printf("= %d\n", sum);
    show("root", root);
    printf("valid %d, empty range %d\n", avl_valid(root), avl_range(NULL, 0, 9));
    sum = avl_free(root) * 10;
    printf("freed %d %d\n", sum, avl_free(NULL));
    printf("removed from empty: %d\n", avl_remove(NULL, 1) == NULL);
    return 0;
}
