using Xunit.v3;

// The processes of these tests wait for each other more than they compute: with two at once two processors are idle half of the time.
[assembly: Parallelization(MaxThreads = 4)]
