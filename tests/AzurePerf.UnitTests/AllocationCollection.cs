using Xunit;

namespace AzurePerf.UnitTests;

/// <summary>
/// Tests that count what the whole process does: allocated bytes to the last one, processor time, or what its meters record. They run alone: other tests allocate and record
/// too, and a collection that they cause counts the rest of an allocation buffer as used.
/// </summary>
[CollectionDefinition(nameof(AllocationCollection), DisableParallelization = true)]
public sealed class AllocationCollection;
