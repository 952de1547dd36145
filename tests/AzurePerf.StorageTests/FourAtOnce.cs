using Xunit.v3;

// Tests wait for servers more than they compute.
[assembly: Parallelization(MaxThreads = 4)]
