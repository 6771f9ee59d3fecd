#ifndef _CUPEL_WCTYPE_H
#define _CUPEL_WCTYPE_H
#include <wchar.h>
typedef unsigned long wctype_t;
typedef const int *wctrans_t;
extern int iswalnum(wint_t c), iswalpha(wint_t c), iswblank(wint_t c), iswcntrl(wint_t c), iswdigit(wint_t c), iswgraph(wint_t c), iswlower(wint_t c);
extern int iswprint(wint_t c), iswpunct(wint_t c), iswspace(wint_t c), iswupper(wint_t c), iswxdigit(wint_t c);
extern wint_t towlower(wint_t c), towupper(wint_t c);
extern wctype_t wctype(const char *name);
extern int iswctype(wint_t c, wctype_t type);
#endif
