// TRUE: A heater's controller in bit-fields: it heats only below the limit and never right after a fault, whose delay stays in its range.
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { OFF, HEATING, PAUSED, FAULT };
struct heater { uint8_t mode : 3; uint8_t delay : 3; uint8_t hot : 1; uint8_t relay : 1; uint8_t starts : 4; uint8_t fault : 4; };
static void heater_init(struct heater *h) { memset(h, 0, sizeof *h); h->mode = OFF; }
static void heater_step(struct heater *h, unsigned char celsius, _Bool broken) {
  h->hot = celsius >= 60;
  if (broken) {
    h->mode = FAULT;
    h->delay = 5;
    h->fault = h->fault < 15 ? h->fault + 1 : 15;
  }
  switch (h->mode) {
  case OFF:
    if (!h->hot) { h->mode = HEATING; h->starts++; }
    break;
  case HEATING:
    if (h->hot) { h->mode = PAUSED; h->delay = 3; }
    break;
  case PAUSED:
    if (h->delay > 0) h->delay--;
    else h->mode = OFF;
    break;
  case FAULT:
    if (h->delay > 0) h->delay--;
    if (h->delay == 0) h->mode = OFF;
    break;
  default:
    h->mode = FAULT;
  }
  h->relay = h->mode == HEATING;
}
int main(void) {
  struct heater h;
  heater_init(&h);
  while (__VERIFIER_nondet_bool()) {
    heater_step(&h, __VERIFIER_nondet_uchar(), __VERIFIER_nondet_bool());
    if (h.mode > FAULT || h.delay > 5) reach_error();
    if (h.relay && (h.hot || h.mode != HEATING)) reach_error();
    if (h.mode == PAUSED && h.delay > 3) reach_error();
  }
  return 0;
}
