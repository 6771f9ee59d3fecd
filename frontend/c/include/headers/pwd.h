#ifndef _CUPEL_PWD_H
#define _CUPEL_PWD_H
#include <sys/types.h>
struct passwd { char *pw_name, *pw_passwd; uid_t pw_uid; gid_t pw_gid; char *pw_gecos, *pw_dir, *pw_shell; };
extern struct passwd *getpwnam(const char *name);
extern struct passwd *getpwuid(uid_t uid);
#endif
