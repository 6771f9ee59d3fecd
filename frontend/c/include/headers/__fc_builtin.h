#ifndef _CUPEL_FC_BUILTIN_H
#define _CUPEL_FC_BUILTIN_H
#include <stddef.h>
extern int Frama_C_nondet(int a, int b);
extern int Frama_C_interval(int min, int max);
extern char Frama_C_char_interval(char min, char max);
extern unsigned char Frama_C_unsigned_char_interval(unsigned char min, unsigned char max);
extern short Frama_C_short_interval(short min, short max);
extern unsigned short Frama_C_unsigned_short_interval(unsigned short min, unsigned short max);
extern unsigned int Frama_C_unsigned_int_interval(unsigned int min, unsigned int max);
extern long Frama_C_long_interval(long min, long max);
extern unsigned long Frama_C_unsigned_long_interval(unsigned long min, unsigned long max);
extern long long Frama_C_long_long_interval(long long min, long long max);
extern unsigned long long Frama_C_unsigned_long_long_interval(unsigned long long min, unsigned long long max);
extern float Frama_C_float_interval(float min, float max);
extern double Frama_C_double_interval(double min, double max);
extern void Frama_C_make_unknown(char *p, size_t l);
#endif
