using Xunit;

namespace AzurePerf.UnitTests;

/// <summary>
/// Tests that count what the whole process does: allocated bytes to the last one, or processor time. They run alone: other tests allocate too, and a collection that they
/// cause counts the rest of an allocation buffer as used.
/// </summary>
[CollectionDefinition(nameof(AllocationCollection), DisableParallelization = true)]
public sealed class AllocationCollection;
