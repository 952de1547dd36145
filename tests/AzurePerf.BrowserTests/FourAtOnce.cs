using Xunit.v3;

// A page waits for its browser and its server more than it computes.
[assembly: Parallelization(MaxThreads = 4)]
