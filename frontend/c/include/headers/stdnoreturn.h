#ifndef _CUPEL_STDNORETURN_H
#define _CUPEL_STDNORETURN_H
#define noreturn _Noreturn
#endif
