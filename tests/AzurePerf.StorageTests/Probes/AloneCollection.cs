using Xunit;

namespace AzurePerf.StorageTests.Probes;

/// <summary>For tests that measure the whole process: nothing else may run beside them.</summary>
[CollectionDefinition(nameof(AloneCollection), DisableParallelization = true)]
public sealed class AloneCollection;
