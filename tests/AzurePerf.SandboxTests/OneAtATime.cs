using Xunit.v3;

// Bombs, limits in time and figures of launches: each has the machine for itself.
[assembly: Parallelization(MaxThreads = 1)]
