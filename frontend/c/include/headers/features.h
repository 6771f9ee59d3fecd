#ifndef _CUPEL_FEATURES_H
#define _CUPEL_FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GNU_LIBRARY__ 6
#endif
