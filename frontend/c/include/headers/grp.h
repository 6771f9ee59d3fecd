#ifndef _CUPEL_GRP_H
#define _CUPEL_GRP_H
#include <sys/types.h>
struct group { char *gr_name, *gr_passwd; gid_t gr_gid; char **gr_mem; };
extern struct group *getgrnam(const char *name);
extern struct group *getgrgid(gid_t gid);
#endif
