using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage.Service;

namespace AzurePerf.UnitTests.Storage;

/// <summary>The real store and the real client over a service in memory. The answer to each change by <see cref="Unanswered"/> is lost once.</summary>
public sealed class RowsOfAFakeServiceTests : RowStoreConformance, IDisposable
{
    private readonly FakeTableService _service = new() { PageRows = 100 };

    public RowsOfAFakeServiceTests() => Rows = new AzureRowStore(_service.Client(), "test");

    protected override IRowStore Rows { get; }

    public void Dispose() => _service.Dispose();

    protected override IRowStore Unanswered
    {
        get
        {
            var sent = 0;
            _service.LosesAnswer = (method, _) => method != "GET" && sent++ == 0;
            return Rows;
        }
    }
}
