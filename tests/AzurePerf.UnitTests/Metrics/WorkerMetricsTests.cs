using AzurePerf.Core.Metrics;
using AzurePerf.Storage.Requests;
using AzurePerf.UnitTests.Worker;
using Xunit;

namespace AzurePerf.UnitTests.Metrics;

public sealed class WorkerMetricsTests : IAsyncDisposable
{
    private readonly MeterRecording _recording = new();
    private readonly WorkerUnderTest _worker;

    public WorkerMetricsTests() => _worker = new(_recording.Meter);

    public async ValueTask DisposeAsync()
    {
        await _worker.DisposeAsync();
        _recording.Dispose();
    }

    [Fact]
    public async Task A_task_that_is_done_tells_how_long_it_took_and_how_long_its_message_had_waited()
    {
        var key = await _worker.DispatchAsync();
        _worker.Time.Advance(TimeSpan.FromSeconds(7));

        await _worker.WorkUntilDoneAsync(key);

        Assert.Equal([(7, "measure")], _recording.Of(EngineMetrics.QueueAge));
        Assert.Equal("measure clean done", Assert.Single(_recording.Of(EngineMetrics.Duration)).Tags);
    }

    [Fact]
    public void Every_request_to_the_control_account_is_counted_by_what_it_does()
    {
        var requests = new ControlRequests(_recording.Meter);

        requests.Note("table.insert");
        requests.Note("queue.get");
        requests.Note("queue.get");

        Assert.Equal(new Dictionary<string, double> { ["table.insert"] = 1, ["queue.get"] = 2 }, _recording.SumOf(EngineMetrics.StorageRequests));
    }
}
