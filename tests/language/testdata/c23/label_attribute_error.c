/* an attribute stands before no statement; 4: */
int main(void) {
  goto end;
end: [[maybe_unused]]
}
