using Xunit;

namespace AzurePerf.UnitTests;

/// <summary>Tests that count allocated bytes to the last one. They run alone: other tests allocate too, and a collection that they cause counts the rest of an allocation buffer as used.</summary>
[CollectionDefinition(nameof(AllocationCollection), DisableParallelization = true)]
public sealed class AllocationCollection;
