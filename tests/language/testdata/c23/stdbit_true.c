/* stdbit.h */
#include <stdbit.h>
void reach_error(void);
int main(void) {
  unsigned char c = 0x28;
  if (stdc_leading_zeros(c) != 2 || stdc_leading_zeros(0x28u) != 26 || stdc_leading_ones((unsigned char)0xF0) != 4 || stdc_trailing_zeros(c) != 3 || stdc_trailing_ones(7u) != 3) reach_error();
  if (stdc_first_leading_one(c) != 3 || stdc_first_leading_zero(c) != 1 || stdc_first_trailing_one(c) != 4 || stdc_first_trailing_zero(c) != 1 || stdc_first_leading_one(0u) != 0) reach_error();
  if (stdc_count_ones(c) != 2 || stdc_count_zeros(c) != 6 || stdc_has_single_bit(c) || !stdc_has_single_bit(64u)) reach_error();
  if (stdc_bit_width(c) != 6 || stdc_bit_floor(c) != 32 || stdc_bit_ceil(c) != 64 || stdc_bit_ceil(0ul) != 1 || stdc_bit_floor(0ull) != 0 || stdc_trailing_zeros_ui(0) != 32 || stdc_leading_zeros_us(1) != 15) reach_error();
  if (sizeof(stdc_bit_floor(c)) != 1) reach_error();
  return 0;
}
