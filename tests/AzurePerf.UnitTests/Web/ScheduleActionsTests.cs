using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Schedules;
using AzurePerf.Web.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ScheduleActionsTests
{
    [Fact]
    public async Task A_run_that_was_started_by_hand_is_the_last_one_of_its_schedule_although_the_caller_left()
    {
        var time = new FakeTimeProvider();
        var control = new InMemoryControlPlane(time);
        using var caller = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var rows = new InterceptedRowStore(control.Rows, (_, _, changes) =>
        {
            if (changes)
            {
                caller.Cancel();
            }
        });
        await new ScheduleStore(control.Rows).TryAddAsync(SampleSchedules.Of("* * * * *", time.GetUtcNow()), TestContext.Current.CancellationToken);

        var started = await Actions(control, rows, time).RunNowAsync(SampleSchedules.Id, null, caller.Token);

        Assert.True(caller.IsCancellationRequested);
        Assert.Equal(
            started!.Submitted!.Run.RunId,
            (await new ScheduleStore(control.Rows).FindAsync(SampleSchedules.Id, TestContext.Current.CancellationToken))!.LastRunId);
    }

    [Fact]
    public async Task A_run_started_by_hand_makes_a_schedule_forget_many_earlier_ones_but_none_that_goes_on()
    {
        var time = new FakeTimeProvider();
        var control = new InMemoryControlPlane(time);
        var schedules = new ScheduleStore(control.Rows);
        var token = TestContext.Current.CancellationToken;
        var open = ExampleRun.Accepted("opennaaaaaaaaaaaaaaa", time.GetUtcNow());
        await new RunStore(control.Rows).TryAddAsync(open, token);
        var schedule = SampleSchedules.Of("* * * * *", time.GetUtcNow()) with
        {
            EarlierRunIds = [open.RunId, .. Enumerable.Range(0, ScheduleLimits.EarlierRuns).Select(number => IdText.Hash("removed", $"{number}"))],
            LastRunId = "last",
            LastRunAt = time.GetUtcNow(),
        };
        await schedules.TryAddAsync(schedule, token);
        time.Advance(TimeSpan.FromSeconds(1));

        await Actions(control, control.Rows, time).RunNowAsync(SampleSchedules.Id, null, token);

        Assert.Equal([open.RunId, "last"], (await schedules.FindAsync(SampleSchedules.Id, token))!.EarlierRunIds);
    }

    private static ScheduleActions Actions(InMemoryControlPlane control, IRowStore rows, TimeProvider time)
    {
        var runs = new RunStore(rows);
        var ids = new SeededIdSource(1);
        return new(
            new(rows), runs, new RunSubmission(runs, Allowances.Unlimited(runs), control.RunRequests, ids, time),
            new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), ids), time);
    }
}
