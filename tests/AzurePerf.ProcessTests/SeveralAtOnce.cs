using Xunit.v3;

// The processes of these tests wait for each other more than they compute: with as many at once as there are processors, those are idle half of the time.
[assembly: Parallelization(MaxThreads = 5)]
