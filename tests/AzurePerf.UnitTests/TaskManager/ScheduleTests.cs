using AzurePerf.Storage.Schedules;
using AzurePerf.UnitTests.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>Schedules and the loop of the TaskManager.</summary>
public sealed class ScheduleTests
{
    [Fact]
    public async Task A_round_fires_what_is_due_and_the_run_ends_like_any_other()
    {
        var engine = new TaskManagerUnderTest();
        await engine.HireAsync();
        var ten = SampleSchedules.At("2010-06-21 10:00");
        await new ScheduleStore(engine.Control.Rows).TryAddAsync(SampleSchedules.Of("0 10 * * *", engine.Time.GetUtcNow()), TestContext.Current.CancellationToken);

        engine.Time.Advance(ten - engine.Time.GetUtcNow());
        await engine.RoundAsync();

        var item = Assert.Single(await engine.Reader.ListAsync(10, TestContext.Current.CancellationToken));
        await engine.WorkUntilEndedAsync(item.Id);
        Assert.Equal(ten, (await engine.Reader.FindAsync(item.Id, TestContext.Current.CancellationToken))!.Schedule!.NominalAt);
    }
}
