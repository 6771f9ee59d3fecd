// What the worker tells its supervisor, in memory that they share.
struct cupel_supervision {
  int finished; // the worker ends with the exit code that it chose
  int answered; // a verdict is being printed
  int noticed;  // signals that asked the worker to stop and that it handles
};

// cupel_supervised is null in a process without a supervisor.
extern struct cupel_supervision *cupel_supervised;
