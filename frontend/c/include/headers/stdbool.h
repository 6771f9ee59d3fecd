#ifndef _CUPEL_STDBOOL_H
#define _CUPEL_STDBOOL_H
#if __STDC_VERSION__ <= 201710L /* keywords in C23 */
#define bool _Bool
#define true 1
#define false 0
#endif
#define __bool_true_false_are_defined 1
#endif
