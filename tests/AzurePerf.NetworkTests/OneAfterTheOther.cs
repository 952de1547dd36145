using Xunit.Sdk;
using Xunit.v3;

// What one test measures, another one beside it would disturb.
[assembly: Parallelization(Mode = ParallelMode.None)]
