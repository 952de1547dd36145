using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
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
        var runs = new RunStore(rows);
        var ids = new SeededIdSource(1);
        var actions = new ScheduleActions(
            new(rows), new RunSubmission(runs, Allowances.Unlimited(runs), control.RunRequests, ids, time), new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), ids), time);

        var started = await actions.RunNowAsync(SampleSchedules.Id, null, caller.Token);

        Assert.True(caller.IsCancellationRequested);
        Assert.Equal(
            started!.Submitted!.Run.RunId,
            (await new ScheduleStore(control.Rows).FindAsync(SampleSchedules.Id, TestContext.Current.CancellationToken))!.LastRunId);
    }
}
