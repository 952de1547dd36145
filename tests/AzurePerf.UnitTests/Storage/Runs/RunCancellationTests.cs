using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class RunCancellationTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private readonly InMemoryControlPlane _control = new(new FakeTimeProvider());
    private readonly RunStore _runs;
    private readonly RunCancellation _cancellation;

    public RunCancellationTests()
    {
        _runs = new(_control.Rows);
        _cancellation = new(_runs, _control.RunRequests);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(RunStatus.Accepted, CancellationOutcome.Requested, RunStatus.Cancelling, 1)]
    [InlineData(RunStatus.Running, CancellationOutcome.Requested, RunStatus.Cancelling, 1)]
    [InlineData(RunStatus.Cancelling, CancellationOutcome.Requested, RunStatus.Cancelling, 1)]
    [InlineData(RunStatus.Completed, CancellationOutcome.AlreadyEnded, RunStatus.Completed, 0)]
    [InlineData(RunStatus.Failed, CancellationOutcome.AlreadyEnded, RunStatus.Failed, 0)]
    [InlineData(RunStatus.Cancelled, CancellationOutcome.Requested, RunStatus.Cancelled, 0)]
    public async Task What_comes_of_it_follows_from_where_the_run_stands(RunStatus before, CancellationOutcome outcome, RunStatus after, int messages)
    {
        await _runs.TryAddAsync(ExampleRun.Accepted(RunId, DateTimeOffset.UnixEpoch) with { Status = before, Reason = "earlier" }, Cancelled);

        Assert.Equal(outcome, await _cancellation.RequestAsync(RunId, "not needed", Cancelled));

        var run = (await _runs.FindAsync(RunId, Cancelled))!;
        Assert.Equal((after, before is RunStatus.Accepted or RunStatus.Running ? "not needed" : "earlier"), (run.Status, run.Reason));
        Assert.Equal(messages, _control.RunRequests.Texts.Count);
    }

    [Fact]
    public async Task A_run_that_does_not_exist_cannot_be_cancelled() =>
        Assert.Equal(CancellationOutcome.NotFound, await _cancellation.RequestAsync(RunId, "", Cancelled));
}
