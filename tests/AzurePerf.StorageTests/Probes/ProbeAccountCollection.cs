using Xunit;

namespace AzurePerf.StorageTests.Probes;

/// <summary>Probe tests run one after the other: they compare lists of the whole account.</summary>
[CollectionDefinition(nameof(ProbeAccountCollection))]
public sealed class ProbeAccountCollection : ICollectionFixture<ProbeAccount>;
