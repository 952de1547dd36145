using AzurePerf.Storage.Blobs;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;

namespace AzurePerf.UnitTests.Storage;

public sealed class InMemoryBlobStoreTests : FileStoreConformance
{
    protected override IFileStore Files { get; } = new InMemoryBlobStore();
}
