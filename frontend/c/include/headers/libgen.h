#ifndef _CUPEL_LIBGEN_H
#define _CUPEL_LIBGEN_H
extern char *dirname(char *path);
extern char *__xpg_basename(char *path);
#define basename __xpg_basename
#endif
