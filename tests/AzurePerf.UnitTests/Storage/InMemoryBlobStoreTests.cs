using AzurePerf.Storage.Blobs;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;

namespace AzurePerf.UnitTests.Storage;

public sealed class InMemoryBlobStoreTests : BlobStoreConformance
{
    protected override IBlobStore Blobs { get; } = new InMemoryBlobStore();
}
