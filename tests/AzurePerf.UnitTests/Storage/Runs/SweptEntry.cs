using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

/// <summary>The sweep of a TaskManager that takes the index entry of a slow submission for nobody's.</summary>
internal static class SweptEntry
{
    /// <summary>Rows in which the entry is removed just before the header is stored, which takes another minute.</summary>
    public static InterruptedRowStore BeforeHeader(InMemoryControlPlane control, FakeTimeProvider time) =>
        new(control.Rows, ControlNames.RunsTable, async header =>
        {
            await new RunStore(control.Rows).DeleteIndexAsync(RunIndexKey.For(header.PartitionKey, time.GetUtcNow()), TestContext.Current.CancellationToken);
            time.Advance(TimeSpan.FromMinutes(1));
            return true;
        });
}
