using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;

namespace AzurePerf.UnitTests.Storage;

public sealed class InMemoryRowStoreTests : RowStoreConformance
{
    protected override IRowStore Rows { get; } = new InMemoryRowStore();

    protected override IRowStore Unanswered => new RepeatingRowStore(Rows);
}
