using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class SalvagedHeaderTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private const string Trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static readonly DateTimeOffset Then = DateTimeOffset.UnixEpoch;
    private readonly RunStore _runs = new(new InMemoryControlPlane(new FakeTimeProvider()).Rows);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_that_is_faulted_keeps_with_what_and_by_which_plan_it_was_measured()
    {
        await _runs.TryAddAsync(
            ExampleRun.Accepted(RunId, Then) with
            {
                Status = RunStatus.Running,
                StartedAt = Then,
                Points = 3,
                PlanHash = "plan",
                Build = "build",
                Segment = 2,
                GivenUp = "too long",
                TraceParent = Trace,
            },
            Cancelled);

        await _runs.TryMarkFaultedAsync(RunId, "row x makes no sense", Then, Cancelled);

        var run = (await _runs.FindAsync(RunId, Cancelled))!;
        Assert.Equal((RunStatus.Running, "row x makes no sense", "row x makes no sense"), (run.Status, run.Reason, run.Fault));
        Assert.Equal((3, "plan", "build", 2, "too long", Trace), (run.Points, run.PlanHash, run.Build, run.Segment, run.GivenUp, run.TraceParent));
    }

    [Fact]
    public async Task A_run_that_had_ended_stays_as_it_is()
    {
        await _runs.TryAddAsync(
            ExampleRun.Accepted(RunId, Then) with { Status = RunStatus.Completed, StartedAt = Then, EndedAt = Then, Points = 3, PlanHash = "plan", Build = "build", Aside = true },
            Cancelled);
        var before = (await _runs.FindAsync(RunId, Cancelled))!;

        await _runs.TryMarkFaultedAsync(RunId, "a step met a fault", Then, Cancelled);

        Assert.Equal(before.ETag, (await _runs.FindAsync(RunId, Cancelled))!.ETag);
    }
}
