using Xunit;

// What one test measures, another one beside it would disturb.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
